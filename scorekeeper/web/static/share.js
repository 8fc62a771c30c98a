"use strict";

const banner = document.getElementById("offline");
const unsaved = document.getElementById("unsaved");
const sources = new Set();

const still = matchMedia("(prefers-reduced-motion: reduce)");

const wentOn = sessionStorage.wentOn; // this page came by itself: what it shows was seen to happen
delete sessionStorage.wentOn;

let asking;

// Says that there is no connection, and asks until there is one again.
function lost() {
  banner.hidden = false;
  clearTimeout(asking);
  asking = setTimeout(() => fetch("/static/icon.svg", { method: "HEAD", cache: "no-store" }).then(found, lost), 1000);
}

function found() {
  clearTimeout(asking);
  banner.hidden = true;
  const again = unanswered;
  unanswered = undefined;
  if (again) post(again.form, again.sent);
}

// Says for what reason something may not be saved; with none, that all is well.
function doubt(reason) {
  unsaved.textContent = unsaved.dataset[reason] ?? "";
  unsaved.hidden = !reason;
}

// A region is replaced as a whole whenever the server sends it anew. Nothing that people type stands in one.
function follow(region) {
  const source = new EventSource(region.dataset.live);
  sources.add(source);
  source.onopen = found;
  source.onmessage = (event) => {
    if (region.dataset.shown !== event.data) {
      const seen = "shown" in region.dataset || wentOn;
      const before = "shown" in region.dataset ? region.querySelector(".moment")?.innerHTML : "";
      const stood = places(region);
      region.querySelector(".board")?.remove();
      const board = document.createElement("div");
      board.append(...region.childNodes);
      region.dataset.shown = event.data;
      region.innerHTML = JSON.parse(event.data);
      if (seen) glide(stood, places(region));
      const after = region.querySelector(".moment")?.innerHTML;
      const ends = Boolean(seen && after && before !== after); // the moment moves where something was seen to happen
      region.classList.toggle("ends", ends);
      if (ends) region.querySelectorAll(".figure text").forEach((figure) => countUp(figure));
      if (ends) floodOver(board, region);
      tick();
      compare();
      fade();
      rename(region);
      goOn(region);
    }
  };
  source.onerror = () => {
    lost();
    if (source.readyState === EventSource.CLOSED && sources.delete(source)) again(region);
  };
}

// The winner's colour floods over what stood there before, until it has all of the page.
function floodOver(board, region) {
  if (still.matches || !region.querySelector(".moment:not(.covering)")) return;
  board.className = "board";
  board.inert = true;
  board.onanimationend = (event) => event.target === board && board.remove();
  region.append(board);
}

// A total counts up; who wants no motion, and a screen reader, has all of it at once.
function countUp(figure, from = 0, duration = 1200) {
  if (still.matches) return;
  const total = Number(figure.textContent);
  const begun = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, (now - begun) / duration));
    figure.textContent = Math.round(from + (total - from) * (1 - (1 - part) ** 3));
    if (part < 1 && figure.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

// Returns the rows of the standing by name: where each is, and its total.
function places(region) {
  const rows = [...region.querySelectorAll(".standing tbody tr")];
  return new Map(
    rows.map((row) => {
      const total = row.querySelector(".total");
      return [row.querySelector("bdi").textContent, { row, total, points: total?.textContent, at: row.getBoundingClientRect() }];
    }),
  );
}

// Once a round has changed the totals, rows glide from where they stood to their places, and totals count up.
function glide(stood, standing) {
  if (still.matches || ![...standing].some(([name, { points }]) => (stood.get(name)?.points ?? points) !== points)) return;
  for (const [name, { row, total, points, at }] of standing) {
    const before = stood.get(name);
    if (!before) continue;
    const way = `translate(${before.at.left - at.left}px, ${before.at.top - at.top}px)`;
    row.animate([{ transform: way }, { transform: "none" }], { duration: 900, easing: "ease-in-out" });
    if (before.points !== points) countUp(total, Number(before.points), 900);
  }
}

// A page is called as the game is that it shows; the big screen has no other heading.
function rename(region) {
  const called = region.querySelector("[data-table]")?.dataset.table;
  const heading = document.querySelector("h1");
  const table = document.querySelector("header .table");
  if (called === undefined) return;
  (table || heading).textContent = called;
  document.title = table ? `${heading.textContent} – ${called}` : called;
}

// A phone goes to the round that the table is at by itself, unless something is typed that was not saved.
function goOn(region) {
  const way = region.querySelector("a.next");
  const hand = document.getElementById("hand");
  if (way && !(hand && [...fields(hand)].some((one) => one.value !== one.defaultValue))) {
    sessionStorage.wentOn = "yes";
    location.replace(way.href);
  }
}

// The server has refused the stream: this device was sent away, or the server is starting.
function again(region) {
  const later = (deed) => setTimeout(() => region.isConnected && deed(region), 1000);
  fetch(region.dataset.live, { method: "HEAD" })
    .then((answer) => (answer.status === 403 ? location.reload() : later(follow)))
    .catch(() => later(again));
}

function unfollow() {
  for (const source of sources) source.close();
  sources.clear();
}

// Browsers keep few connections to one server, so the streams of what was on the page before are closed.
function followAll() {
  unfollow();
  for (const region of document.querySelectorAll("[data-live]")) follow(region);
}

function tick() {
  for (const clock of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor(Date.now() / 1000 - Number(clock.dataset.since)));
    const minutes = Math.floor(seconds / 60);
    clock.textContent = minutes < 600 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : "";
  }
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  for (const clock of document.querySelectorAll("[data-now]")) clock.textContent = time;
  const bell = document.querySelector("[data-bell]");
  if (bell?.value === new Date().toTimeString().slice(0, 5)) ring(bell);
  // The wall turns its pages, all walls at once.
  const leaves = [...document.querySelectorAll(".leaf")];
  leaves.forEach((leaf, at) => leaf.classList.toggle("shown", at === Math.floor(Date.now() / 12000) % leaves.length));
}

// Rings three times and asks for the next time. Whoever set the bell has touched the page, so that it may sound.
function ring(bell) {
  const sound = new AudioContext();
  for (const turn of [0, 1, 2]) {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.frequency.value = 880;
    loud.gain.setValueAtTime(0.5, sound.currentTime + turn);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + turn + 0.9);
    tone.connect(loud).connect(sound.destination);
    tone.start(sound.currentTime + turn);
    tone.stop(sound.currentTime + turn + 0.9);
  }
  bell.value = "";
}

function fields(form) {
  return form.querySelectorAll("input:not([type=hidden], [type=radio], [type=file]), select");
}

// What was typed for a hand and not saved yet is remembered by this browser, so that it survives a reload or a
// sleeping phone.
function place(field) {
  return field.form.dataset.keep && `${field.form.dataset.keep}.${field.name}`;
}

function remember(field) {
  if (place(field)) localStorage.setItem(place(field), field.value);
}

function forget(form) {
  for (const field of fields(form)) if (place(field)) localStorage.removeItem(place(field));
}

function recall(form) {
  for (const field of fields(form)) {
    const kept = localStorage.getItem(place(field));
    if (kept && kept !== field.value) {
      field.value = kept;
      preview(form);
    }
  }
}

let waiting;
let asked = 0;
let warned = false; // whether somebody else's change is told in the place of what a hand counts

// Whatever is still to be said about what was typed before is said no more.
function silence() {
  clearTimeout(waiting);
  asked += 1;
}

// Says what a hand counts, or what is wrong with it, while it is typed.
function preview(form) {
  silence();
  warned = false;
  marked(form);
  const field = form.querySelector("#typed");
  const counts = form.querySelector("#counts");
  waiting = setTimeout(() => {
    const mine = ++asked;
    const asks = new URLSearchParams(new FormData(form));
    asks.delete("photo");
    fetch(`/counts?${asks}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .then((said) => {
        if (!said || mine !== asked) return;
        counts.textContent = said.fault || said.counts;
        counts.classList.toggle("fault", Boolean(said.fault));
        field.setAttribute("aria-invalid", String(Boolean(said.fault)));
      })
      .catch(lost);
  }, 150);
}

// Shows the hand that is stored if it is no longer the one of the form, or says so to whoever is typing; what is said
// about the hand that they type is asked again with every change of the game. Shows how the last round ended, and the
// form to those alone who have a hand to enter.
function compare() {
  const hand = document.getElementById("hand");
  const stored = document.querySelector("[data-held]");
  const last = document.getElementById("last");
  if (sending) return;
  if (hand ? document.querySelector("[data-idle]") : stored) return renew();
  if (last && stored) last.textContent = stored.dataset.last;
  if (!hand || !stored) return;
  const { held, said, change } = stored.dataset;
  const isStored = hand.elements.held.value === held;
  if (!isStored && !unsaved.hidden && hand.elements.typed.value === held) {
    forget(hand); // it was saved, and the answer was lost
    doubt("");
  }
  const typing = [...fields(hand)].some((one) => localStorage.getItem(place(one)));
  if (typing && !isStored) warn(hand, held, said);
  else if (!isStored) renew();
  else if (typing && !warned && hand.dataset.change !== change) preview(hand);
  hand.dataset.change = change;
}

// Says which hand is stored now; whoever saves theirs after that has seen it.
function warn(form, held, sentence) {
  silence();
  warned = true;
  form.elements.held.value = held;
  const counts = form.querySelector("#counts");
  counts.textContent = sentence;
  counts.classList.add("fault");
}

function renew() {
  fetch(location.href)
    .then((answer) => answer.text())
    .then((text) => {
      const typing = document.activeElement?.id === "typed";
      replace(new DOMParser().parseFromString(text, "text/html"));
      begin();
      if (typing) document.getElementById("typed")?.focus();
    })
    .catch(() => {}); // the stream says that there is no connection
}

function replace(page) {
  for (const part of ["header", "main"]) {
    const shown = page.querySelector(part);
    if (shown) document.querySelector(part).replaceWith(shown);
  }
}

function marked(form) {
  const words = form.querySelector("#typed").value.split(/\s+/);
  for (const tile of document.querySelectorAll("button.tap")) {
    tile.setAttribute("aria-pressed", String(words.includes(tile.value)));
  }
  const pad = document.querySelector(".pad");
  const found = words.map((word) => pad?.querySelector(`button.tap[value="${CSS.escape(word)}"]`));
  form.querySelector("#chips").replaceChildren(...found.filter(Boolean).map(chip));
}

// Returns a tile as it stands above the pad. It sends no form: Enter in a field presses the first button that does.
function chip(tile) {
  const shown = tile.cloneNode(true);
  shown.type = "button";
  shown.onclick = () => tap(shown.form, shown.value);
  return shown;
}

// Shows which tiles others have entered by now.
function fade() {
  const pad = document.querySelector(".pad");
  const stored = document.querySelector("[data-taken]");
  if (!pad || !stored) return;
  const taken = stored.dataset.taken.split(" ");
  for (const tile of pad.querySelectorAll("button.tap")) {
    const faint = taken.includes(tile.value);
    tile.classList.toggle("taken", faint);
    tile.setAttribute("aria-label", faint ? pad.dataset.words.replace("{tile}", tile.value) : tile.value);
  }
}

function tap(form, tile) {
  const field = form.querySelector("#typed");
  const words = field.value.split(/\s+/).filter((word) => word.includes("-"));
  field.value = (words.includes(tile) ? words.filter((word) => word !== tile) : [...words, tile]).join(" ");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

let sending = false;
let pressed;
let unanswered; // what was sent without an answer; sent again it is not stored twice
const PATIENCE = 5000; // milliseconds after which no answer comes any more

// Forms are sent without leaving the page, so that a lost connection never shows the browser's own error. Whoever
// changes a hand and presses again before the answer is there has it sent once that is.
function send(form, button) {
  if (sending) {
    if (form.id === "hand") pressed = button;
    return;
  }
  const sent = new URLSearchParams(new FormData(form));
  sent.delete("photo");
  if (button && button.name) sent.set(button.name, button.value);
  post(form, sent);
}

function post(form, sent) {
  busy(true);
  pressed = unanswered = undefined;
  const waiting = new AbortController();
  const end = setTimeout(() => waiting.abort(), PATIENCE);
  fetch(form.action, { method: "POST", body: sent, signal: waiting.signal })
    .then(async (answer) => {
      found();
      if (answer.redirected) {
        if (!typedSince(form, sent).length) forget(form);
        pressed = undefined;
        location.assign(answer.url);
      } else {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const answered = page.querySelector("main");
        doubt(answered ? "" : "unread");
        warned = answer.status === 409; // the form was out of date
        if (answered) show(page, form, sent);
      }
    })
    .catch(() => {
      unanswered = { form, sent };
      lost();
      doubt("unknown");
    })
    .finally(() => {
      clearTimeout(end);
      busy(false);
      const hand = pressed && document.getElementById("hand");
      if (hand && typedSince(hand, sent).length) send(hand, pressed);
      else if (!unsaved.hidden) compare(); // what came meanwhile may show that it was saved
    });
}

function typedSince(form, sent) {
  return [...fields(form)].filter((one) => one.value !== sent.get(one.name));
}

function busy(yes) {
  sending = yes;
  document.body.classList.toggle("sending", yes);
}

// Shows what the server says instead of saving, without losing what was typed since.
function show(page, form, sent) {
  const since = typedSince(form, sent);
  replace(page);
  for (const { id, value } of since) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  const hand = document.getElementById("hand");
  if (hand) {
    forget(form);
    fields(hand).forEach(remember);
    if (since.length) preview(hand);
  }
  begin();
  (document.querySelector("main [autofocus], #seen") ?? document.querySelector("main input:not([type=hidden])"))?.focus();
}

// A photo is shrunk before it is sent; what the phone cannot show itself is sent as it is.
const LONGEST = 1600;

async function shrunk(photo) {
  try {
    const image = await createImageBitmap(photo);
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const drawing = canvas.getContext("2d");
    drawing.imageSmoothingQuality = "high";
    drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9))) ?? photo;
  } catch {
    return photo;
  }
}

let photographing;

// Sends a photo and shows what is seen in it; a second one replaces the first.
async function photograph(input) {
  photographing?.abort();
  const mine = (photographing = new AbortController());
  const form = input.form;
  const progress = form.querySelector("#progress");
  const tell = () =>
    fetch("/photo", { signal: mine.signal })
      .then((answer) => answer.json())
      .then((told) => (progress.textContent = told.progress))
      .catch(() => {});
  const asking = setInterval(tell, 700);
  tell();
  const sent = new FormData(form);
  sent.set("photo", await shrunk(input.files[0]), "photo.jpg");
  try {
    const answer = await fetch(input.dataset.action, { method: "POST", body: sent, signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    found();
    if (page.querySelector("main")) show(page, form, sent);
    else progress.textContent = input.dataset.lost;
  } catch {
    if (mine === photographing) progress.textContent = input.dataset.lost;
  } finally {
    clearInterval(asking);
    input.value = ""; // so that the same photo can be chosen again
  }
}

// Returns the frame of a field with a tile of a photo.
function frame(field) {
  return document.querySelector(`.frame[data-tile="${field.id}"]`);
}

let chosen; // the field of the tile that is corrected

function choose(field) {
  if (chosen) {
    const shown = frame(chosen);
    shown?.classList.remove("chosen");
    shown?.classList.toggle("unplaced", shown.classList.contains("spare"));
  }
  chosen = field;
  const sheet = document.getElementById("sheet");
  sheet.hidden = !field;
  const shown = field && frame(field);
  shown?.classList.add("chosen");
  shown?.classList.remove("unplaced");
  approach(shown);
  if (!field) return;
  sheet.scrollTop = 0;
  const suit = document.getElementById(`suit${parseInt(field.value)}`);
  if (suit) suit.checked = true;
  for (const tile of sheet.querySelectorAll("button.tap")) {
    tile.setAttribute("aria-pressed", String(tile.value === field.value));
  }
}

// Shows the part of the photo around a frame, so that the pips can be compared; without one, all of it.
function approach(shown) {
  const shot = document.querySelector(".shot");
  const { width, height } = shot.querySelector("image").getBBox();
  shot.setAttribute("viewBox", `0 0 ${width} ${height}`);
  if (!shown) return;
  const { x, y, width: wide, height: high } = shown.getBoundingClientRect();
  const inside = shot.getScreenCTM().inverse();
  const middle = new DOMPoint(x + wide / 2, y + high / 2).matrixTransform(inside);
  const part = Math.min(1, 2 * inside.a * Math.max(wide / width, high / height));
  const [left, top] = [middle.x - (part * width) / 2, middle.y - (part * height) / 2];
  shot.setAttribute("viewBox", `${left} ${top} ${part * width} ${part * height}`);
  shot.scrollIntoView();
}

// Writes a tile into its field and its frame, and asks what all of them count.
function correct(field, tile) {
  const look = field.form;
  const shown = frame(field);
  const isSpare = shown.classList.contains("spare");
  if (isSpare && !tile) return;
  if (isSpare) addSpare(field, shown);
  field.value = tile;
  shown.classList.remove("doubtful");
  shown.classList.toggle("gone", !tile);
  shown.querySelector("text").textContent = tile || "✕";
  field.parentElement.classList.remove("doubtful");
  field.ariaLabel = field.dataset.settled;
  const asks = new URLSearchParams(new FormData(look));
  const tiles = [...look.querySelectorAll(".seen input")].map((one) => one.value.trim()).filter(Boolean);
  asks.set("typed", tiles.join(" "));
  asks.set("doubtful", look.querySelectorAll("li.doubtful").length);
  const mine = ++asked;
  fetch(`/counts?${asks}`)
    .then((answer) => answer.json())
    .then((said) => {
      if (mine !== asked) return;
      if (said.seen) look.querySelector("#seen").textContent = said.seen;
      look.querySelector("#counts").textContent = said.fault;
      const doubt = look.querySelector("#doubt");
      doubt.textContent = said.doubt;
      doubt.hidden = !said.doubt;
    })
    .catch(lost);
}

// The last field is empty and its frame lies nowhere yet; once it is used, there is another such one.
function addSpare(field, shown) {
  const number = Number(field.id.slice(4)) + 1;
  const next = field.parentElement.cloneNode(true);
  const input = next.firstElementChild;
  input.id = input.name = `tile${number}`;
  input.value = "";
  field.parentElement.after(next);
  const spare = shown.cloneNode(true);
  spare.dataset.tile = input.id;
  spare.classList.add("spare", "unplaced");
  spare.classList.remove("chosen");
  shown.classList.remove("spare");
  shown.after(spare);
}

// A tap on a frame corrects its tile; one beside them adds a tile there.
function touch(shot, event) {
  let shown = event.target.closest(".frame");
  if (!shown) {
    shown = shot.querySelector(".spare");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(shot.getScreenCTM().inverse());
    shown.setAttribute("transform", `translate(${at.x} ${at.y})`);
  }
  choose(document.getElementById(shown.dataset.tile));
}

document.addEventListener("click", (event) => {
  const shot = event.target.closest(".shot");
  if (shot) touch(shot, event);
  const key = event.target.closest(".keys button");
  if (key) type(key);
  if (!banner.hidden && event.target.closest("a[href]")) event.preventDefault(); // else the browser shows its own error
  if (event.target.id === "cross") correct(chosen, "");
  if (event.target.id === "cross" || event.target.id === "close") choose();
});
document.addEventListener("mousedown", (event) => event.target.closest(".keys") && event.preventDefault()); // the field stays in hand
document.addEventListener("focusin", ({ target }) => target.id === "typed" && target.form.classList.add("typing"));
document.addEventListener("change", (event) => {
  if (event.target.id === "photo" && event.target.files.length) photograph(event.target);
});

// Puts a character where the cursor is, which the keyboard with digits may lack, or changes to the one with letters.
function type(key) {
  const { typed } = key.form.elements;
  if (key.value) {
    typed.setRangeText(key.value, typed.selectionStart, typed.selectionEnd, "end");
    typed.dispatchEvent(new Event("input", { bubbles: true }));
  } else {
    const letters = typed.inputMode !== "text";
    typed.inputMode = letters ? "text" : "numeric";
    key.setAttribute("aria-pressed", String(letters));
    typed.blur(); // another keyboard opens only then
  }
  typed.focus();
}

function begin() {
  document.documentElement.classList.add("scripts");
  const hand = document.getElementById("hand");
  if (hand) {
    hand.elements.typed.inputMode = "numeric";
    recall(hand);
    marked(hand);
  }
  followAll();
  tick();
}

document.addEventListener("submit", (event) => {
  if (event.target.method !== "get" || !banner.hidden) event.preventDefault();
  if (event.target.method === "get") return;
  const button = event.submitter;
  if (button && button.name === "tap" && event.target.id === "look") {
    correct(chosen, button.value);
    choose();
  } else if (button && button.name === "tap") tap(event.target, button.value);
  else send(event.target, button);
});
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form?.id === "look" && event.target.closest(".seen")) correct(event.target, event.target.value);
  if (form?.id !== "hand" || event.target.type === "file") return;
  remember(event.target);
  if (event.target.id === "typed") preview(form);
});
window.addEventListener("offline", lost);
window.addEventListener("pagehide", unfollow);
window.addEventListener("pageshow", (event) => event.persisted && begin());
document.addEventListener("visibilitychange", () => document.hidden || followAll());

begin();
if (wentOn) document.querySelector("[data-live]:has(.moment)")?.classList.add("ends");
setInterval(tick, 1000);

// The picture goes where the phone shares pictures; where it shares none, the link itself has it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  const picture = await (await fetch(link.href)).blob();
  const files = [new File([picture], "result.png", { type: picture.type })];
  if (navigator.canShare({ files })) navigator.share({ files }).catch(() => {});
  else location.assign(link.href);
});
