module github.com/diwan-shatranj/diwan

go 1.26
