"use strict";

const banner = document.getElementById("offline");

function connected(yes) {
  banner.hidden = yes;
}

// A region is replaced as a whole whenever the server sends it anew. Nothing that people type stands in one.
function follow(region) {
  const source = new EventSource(region.dataset.live);
  source.onopen = () => connected(true);
  source.onmessage = (event) => {
    connected(true);
    const content = JSON.parse(event.data);
    if (region.dataset.shown !== event.data) {
      region.dataset.shown = event.data;
      region.innerHTML = content;
      tick();
    }
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(() => again(region), 1000);
    }
    connected(false);
  };
  window.addEventListener("pagehide", () => source.close());
}

// The server has refused the stream: either it is gone, or this device was sent away.
function again(region) {
  fetch(region.dataset.live, { method: "HEAD" })
    .then((answer) => (answer.status === 403 ? location.reload() : follow(region)))
    .catch(() => setTimeout(() => again(region), 1000));
}

function tick() {
  for (const clock of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor(Date.now() / 1000 - Number(clock.dataset.since)));
    const minutes = Math.floor(seconds / 60);
    clock.textContent = minutes < 600 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : "";
  }
}

// What was typed and not saved yet is remembered by this browser, so that it survives a reload or a sleeping phone.
function remember(form) {
  const field = form.querySelector("#typed");
  const place = `hand.${location.host}.${form.dataset.keep}`;
  const kept = localStorage.getItem(place);
  if (kept !== null && field.value === field.defaultValue && kept !== field.value) {
    field.value = kept;
    preview(form);
  }
  field.addEventListener("input", () => localStorage.setItem(place, field.value));
  return () => localStorage.removeItem(place);
}

let waiting;

function preview(form) {
  clearTimeout(waiting);
  const field = form.querySelector("#typed");
  const counts = form.querySelector("#counts");
  waiting = setTimeout(() => {
    const asked = field.value;
    fetch(`/counts?${new URLSearchParams(new FormData(form))}`)
      .then((answer) => answer.json())
      .then((said) => {
        if (asked !== field.value) return;
        counts.textContent = said.fault || said.counts;
        counts.classList.toggle("fault", Boolean(said.fault));
        field.toggleAttribute("aria-invalid", Boolean(said.fault));
      })
      .catch(() => connected(false));
  }, 150);
  marked(form);
}

function marked(form) {
  const words = form.querySelector("#typed").value.split(/\s+/);
  for (const tile of form.querySelectorAll("button.tap")) {
    tile.setAttribute("aria-pressed", String(words.includes(tile.value)));
  }
}

function tap(form, tile) {
  const field = form.querySelector("#typed");
  const words = field.value.split(/\s+/).filter((word) => word.includes("-"));
  field.value = (words.includes(tile) ? words.filter((word) => word !== tile) : [...words, tile]).join(" ");
  field.dispatchEvent(new Event("input"));
}

// Forms are sent without leaving the page, so that a lost connection never shows the browser's own error.
function send(form, button, saved) {
  const sent = new URLSearchParams(new FormData(form));
  if (button && button.name) sent.set(button.name, button.value);
  fetch(form.action, { method: "POST", body: sent })
    .then(async (answer) => {
      connected(true);
      if (answer.redirected) {
        saved();
        location.assign(answer.url);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.querySelector("main").replaceWith(page.querySelector("main"));
      document.querySelector("h1").replaceWith(page.querySelector("h1"));
      begin();
    })
    .catch(() => connected(false));
}

function begin() {
  for (const region of document.querySelectorAll("[data-live]")) follow(region);
  const form = document.getElementById("hand");
  if (form) {
    const saved = form.dataset.keep ? remember(form) : () => {};
    form.addEventListener("input", () => preview(form));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = event.submitter;
      if (button && button.name === "tap") tap(form, button.value);
      else send(form, button, saved);
    });
    form.addEventListener("input", () => marked(form));
    marked(form);
  }
  tick();
}

begin();
setInterval(tick, 1000);
