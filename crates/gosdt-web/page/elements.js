"use strict";
// Elements of the page. Texts from files become text only: nothing here parses markup.

const byId = (id) => document.getElementById(id);

/// An element with attributes and children; texts are text.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/// The same in SVG.
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function option(value, text) {
  return make("option", { value }, text);
}

/// A number as people read it.
function number(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "?";
  return Number(value.toPrecision(digits)).toString();
}

const count = (value) => value.toLocaleString("en-US");

const counted = (value, one, many) => `${count(value)} ${value === 1 ? one : many}`;

/// Lets a link save a text as a file.
function offer(link, name, text, type) {
  if (link.href) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
}
