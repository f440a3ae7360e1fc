"use strict";
(() => {
	const svg = (name, attributes) => {
		const e = document.createElementNS("http://www.w3.org/2000/svg", name);
		for (const a in attributes) e.setAttribute(a, attributes[a]);
		return e;
	};
	const squareOf = (s) => s.charCodeAt(0) - 97 + 8 * (s.charCodeAt(1) - 49);

	// game makes the article of a game live. goto, if given, is told of each node.
	const game = (root, prefix) => {
		const data = JSON.parse(root.querySelector("script.data").textContent);
		const { nodes, main } = data;
		const find = (s) => root.querySelector(s);
		const board = find(".stand > svg"), table = find(".table"), gauge = find(".gauge i");
		const now = find(".now"), fen = find(".fen"), graph = find(".graph");
		const boards = [data.start];
		const turns = [data.turn];
		const next = nodes.map(() => []);
		const plyOf = new Map(main.map((n, ply) => [n, ply]));
		nodes.forEach((n, i) => {
			if (i) next[n[0]][plyOf.has(i) ? "unshift" : "push"](i);
			if (i) turns[i] = 1 - turns[n[0]];
		});
		const links = new Map();
		for (const a of root.querySelectorAll(".moves a.m")) {
			links.set(+a.dataset.n, a);
			a.tabIndex = -1;
		}
		let here = -1, flipped = false;

		// men are the men of a node, a letter a square from a1 on; a move changes a few.
		const men = (i) => {
			const path = [];
			for (; !boards[i]; i = nodes[i][0]) path.push(i);
			while (path.length) {
				const at = path.pop(), b = [...boards[i]];
				for (const c of nodes[at][1].match(/.{3}/g)) b[squareOf(c)] = c[2];
				boards[i = at] = b.join("");
			}
			return boards[i];
		};
		const corner = (s) => {
			const file = s & 7, rank = s >> 3;
			return flipped ? [20 + 45 * (7 - file), 20 + 45 * rank] : [20 + 45 * file, 20 + 45 * (7 - rank)];
		};
		const color = (c) => "GRYB".includes(c) ? c : "G";

		const draw = () => {
			const [, change, , , drawn] = nodes[here], b = men(here);
			const all = [svg("use", { href: flipped ? "#board-black" : "#board-white" })];
			const mark = (name, s) => {
				const [x, y] = corner(squareOf(s));
				all.push(svg("rect", { class: name, x, y, width: 45, height: 45 }));
			};
			if (change) {
				mark("b-m", change);
				mark("b-m", change.slice(3));
			}
			const items = drawn ? drawn.split(" ") : [];
			for (const d of items) if (d.length === 3) mark(`b-${color(d[0])} b-s`, d.slice(1));
			for (let s = 0; s < 64; s++) {
				if (b[s] === ".") continue;
				const [x, y] = corner(s);
				all.push(svg("use", { href: "#man-" + b[s], x, y }));
			}
			for (const d of items) {
				if (d.length !== 5) continue;
				const [x1, y1] = corner(squareOf(d.slice(1))), [x2, y2] = corner(squareOf(d.slice(3)));
				const l = Math.hypot(x2 - x1, y2 - y1), angle = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
				if (l) all.push(svg("path", {
					class: `b-${color(d[0])} b-a`, transform: `translate(${x1 + 22} ${y1 + 22}) rotate(${angle})`,
					d: `M8 -3.5H${l - 17}V-10L${l} 0L${l - 17} 10V3.5H8Z`,
				}));
			}
			board.replaceChildren(...all);
			let text = "";
			for (let r = 7; r >= 0; r--) text += b.slice(8 * r, 8 * r + 8).replace(/\.+/g, (m) => m.length) + (r ? "/" : "");
			fen.textContent = text + (turns[here] ? " b" : " w");
			board.setAttribute("aria-label", "Board: " + fen.textContent);
		};

		const nameOf = (i) => i ? nodes[i][5] + " " + [...links.get(i).querySelectorAll("[data-san]")].map((e) => e.textContent).join("") : "Start";
		const sayOf = (i) => nodes[i][2] ? nameOf(i) + " · " + nodes[i][2] : nameOf(i);

		const go = (i, quiet) => {
			if (i === undefined || i === here || i < 0 || i >= nodes.length) return;
			const before = links.get(here), after = links.get(i);
			if (before) {
				before.removeAttribute("aria-current");
				before.tabIndex = -1;
			}
			here = i;
			draw();
			(after || links.get(main[1]) || {}).tabIndex = 0;
			if (after) {
				after.setAttribute("aria-current", "step");
				if (!quiet) after.scrollIntoView({ block: "nearest" });
			}
			now.textContent = sayOf(i);
			if (gauge && nodes[i][3] >= 0) gauge.style.height = nodes[i][3] / 10 + "%";
			for (const b of root.querySelectorAll(".control [data-go]")) b.disabled = target(b.dataset.go) === undefined;
			if (graph) {
				// In a variation the graph stays where that leaves the game.
				let k = i;
				while (!plyOf.has(k)) k = nodes[k][0];
				const ply = plyOf.get(k), x = ply * 1000 / Math.max(1, main.length - 1);
				const cursor = graph.querySelector(".cursor");
				cursor.setAttribute("x1", x);
				cursor.setAttribute("x2", x);
				graph.setAttribute("aria-valuenow", ply);
				graph.setAttribute("aria-valuetext", sayOf(k));
			}
			if (!quiet) {
				try {
					history.replaceState(null, "", "#" + prefix + i);
				} catch { /* a page that is shown where it may not have an address */ }
			}
		};
		const last = (i) => {
			while (next[i].length) i = next[i][0];
			return i;
		};
		const target = (name) => {
			const up = nodes[here][0];
			switch (name) {
			case "start": return here ? 0 : undefined;
			case "back": return here ? up : undefined;
			case "on": return next[here][0];
			case "end": return next[here].length ? last(here) : undefined;
			case "other": {
				const beside = here ? next[up] : [];
				return beside.length > 1 ? beside[(beside.indexOf(here) + 1) % beside.length] : undefined;
			}
			}
		};
		const flip = () => {
			flipped = !flipped;
			table.classList.toggle("flip", flipped);
			draw();
		};

		root.addEventListener("click", (e) => {
			const b = e.target.closest("[data-go],[data-flip],[data-n]");
			if (!b) return;
			if ("n" in b.dataset) {
				if (e.ctrlKey || e.metaKey || e.shiftKey) return;
				e.preventDefault();
				go(+b.dataset.n);
				if (!b.closest(".moves")) table.scrollIntoView({ block: "nearest" });
			} else if (b.dataset.go) go(target(b.dataset.go));
			else flip();
		});
		board.addEventListener("click", (e) => {
			const box = board.getBoundingClientRect();
			go(target(e.clientX < box.left + box.width / 2 ? "back" : "on"));
		});
		if (graph) {
			const tip = graph.querySelector(".tip");
			const at = (e) => {
				const box = graph.getBoundingClientRect();
				const part = Math.min(1, Math.max(0, (e.clientX - box.left) / box.width));
				return [main[Math.round(part * (main.length - 1))], part, box.width];
			};
			graph.addEventListener("pointerdown", (e) => go(at(e)[0]));
			graph.addEventListener("pointermove", (e) => {
				const [n, part, width] = at(e);
				if (e.buttons) go(n);
				tip.hidden = false;
				tip.textContent = sayOf(n);
				tip.style.left = Math.max(2, Math.min(width - tip.offsetWidth - 4, part * width - tip.offsetWidth / 2)) + "px";
			});
			graph.addEventListener("pointerleave", () => { tip.hidden = true; });
		}
		const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end", v: "other" };
		const key = (e) => {
			if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) return;
			if (e.key === "f") flip();
			else if (keys[e.key]) go(target(keys[e.key]));
			else return;
			e.preventDefault();
		};
		for (const e of root.querySelectorAll(".live")) e.hidden = false;
		return { go, key, first: data.at };
	};

	let live = null;
	const open = (root, prefix, node) => {
		live = root.querySelector("script.data") ? game(root, prefix) : null;
		if (live) live.go(node === undefined ? live.first : node, true);
	};
	const numberIn = (text) => /^\d+$/.test(text || "") ? +text : undefined;
	document.addEventListener("keydown", (e) => { if (live) live.key(e); });

	const list = document.querySelector(".list");
	if (list) {
		const body = list.tBodies[0], filter = document.querySelector(".tools input"), count = document.querySelector(".tools output");
		const rows = [...body.rows];
		const fold = (s) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
		const texts = new Map();
		const narrow = () => {
			const words = fold(filter.value).split(/\s+/).filter(Boolean);
			let shown = 0;
			for (const r of rows) {
				if (!texts.has(r)) texts.set(r, fold(r.textContent));
				r.hidden = !words.every((w) => texts.get(r).includes(w));
				if (!r.hidden) shown++;
			}
			count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} games`;
		};
		filter.addEventListener("input", narrow);
		const order = new Intl.Collator(undefined, { numeric: true });
		for (const b of list.tHead.querySelectorAll("button")) {
			b.addEventListener("click", () => {
				const th = b.parentNode, down = th.getAttribute("aria-sort") === "ascending" ? -1 : 1;
				for (const other of list.tHead.rows[0].cells) other.removeAttribute("aria-sort");
				th.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
				const value = new Map(rows.map((r) => [r, r.cells[th.cellIndex].textContent.trim()]));
				rows.sort((x, y) => {
					const a = value.get(x), z = value.get(y);
					// What is not known comes last either way.
					return !a || !z ? !a - !z : down * order.compare(a, z);
				});
				body.append(...rows);
			});
		}
		document.querySelector(".tools").hidden = false;
	}

	const stage = document.getElementById("stage");
	if (!stage) {
		const root = document.querySelector(".sheet");
		open(root, "", numberIn(location.hash.slice(1)));
		window.addEventListener("hashchange", () => { if (live) live.go(numberIn(location.hash.slice(1))); });
		return;
	}
	// A collection in one file: its games lie in templates, and one of them is shown.
	const index = document.getElementById("index");
	let shown = "";
	let scroll = 0;
	const show = () => {
		const [name, node] = location.hash.slice(1).split(".");
		const from = /^g\d+$/.test(name) ? document.getElementById(name) : null;
		if (from && name === shown) {
			if (live) live.go(numberIn(node));
			return;
		}
		if (!shown) scroll = window.scrollY;
		shown = from ? name : "";
		live = null;
		index.hidden = !!from;
		stage.hidden = !from;
		if (!from) {
			stage.replaceChildren();
			window.scrollTo(0, scroll);
			return;
		}
		stage.replaceChildren(from.content.cloneNode(true));
		const beside = (id, selector) => {
			const a = stage.querySelector(selector);
			if (document.getElementById(id)) a.href = "#" + id;
			else a.hidden = true;
		};
		const number = +name.slice(1);
		beside("g" + (number - 1), "[rel=prev]");
		beside("g" + (number + 1), "[rel=next]");
		open(stage, name + ".", numberIn(node));
		window.scrollTo(0, 0);
	};
	window.addEventListener("hashchange", show);
	show();
})();
