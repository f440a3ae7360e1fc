package rules

// Orientation names one of the four images of a position under the symmetries
// of the game. The images are a group under XOR: the image a of the image b is
// the image a^b, and each is its own inverse.
type Orientation uint8

// The four images. Mirror exchanges left and right, Colors exchanges the
// colours and turns the ranks, so that White's first rank becomes Black's.
const (
	Identity     Orientation = 0
	Mirror       Orientation = 1
	Colors       Orientation = 2
	MirrorColors Orientation = Mirror | Colors
)

// String returns "", "mirror", "colors" or "mirror+colors".
func (o Orientation) String() string {
	switch o & 3 {
	case Mirror:
		return "mirror"
	case Colors:
		return "colors"
	case MirrorColors:
		return "mirror+colors"
	}
	return ""
}
