"""The tree as a picture for notebooks: plain SVG, no other program needed."""

from __future__ import annotations

from html import escape

from ._layout import Place, clip

_CHARACTER, _LINE, _GAP_X, _GAP_Y, _PAD = 7.0, 17.0, 18.0, 46.0, 8.0
_LONGEST = 34


def svg(places: list[Place]) -> str:
    """Draws placed nodes."""
    width = max(_width(place) for place in places)
    height = max(len(place.lines) for place in places) * _LINE + 2 * _PAD
    spots = {place.node: _spot(place, width, height) for place in places}
    across = max(x for x, _ in spots.values()) + width / 2 + _PAD
    down = max(y for _, y in spots.values()) + height + _PAD
    edges = "".join(_edge(place, spots, height) for place in places if place.above)
    boxes = "".join(_box(place, spots[place.node], width, height) for place in places)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:.0f}" height="{down:.0f}" '
        f'viewBox="0 0 {across:.0f} {down:.0f}" font-family="sans-serif" font-size="12" '
        f'role="img">{edges}{boxes}</svg>'
    )


def _width(place: Place) -> float:
    return max(len(clip(line, _LONGEST)) for line in place.lines) * _CHARACTER + 2 * _PAD


def _spot(place: Place, width: float, height: float) -> tuple[float, float]:
    """The middle of a box's upper edge."""
    x = _PAD + width / 2 + place.x * (width + _GAP_X)
    return x, _PAD + place.y * (height + _GAP_Y)


def _edge(place: Place, spots: dict[int, tuple[float, float]], height: float) -> str:
    assert place.above is not None
    parent, answer = place.above
    (x0, y0), (x1, y1) = spots[parent], spots[place.node]
    y0 += height
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    anchor = "end" if answer == "yes" else "start"
    shift = -5 if answer == "yes" else 5
    return (
        f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" stroke="#888"/>'
        f'<text x="{middle_x + shift:.1f}" y="{middle_y:.1f}" text-anchor="{anchor}" '
        f'fill="#666">{answer}</text>'
    )


def _box(place: Place, spot: tuple[float, float], width: float, height: float) -> str:
    x, y = spot
    text = "".join(
        f'<text x="{x:.1f}" y="{y + _PAD + _LINE * (at + 0.75):.1f}" text-anchor="middle" '
        f'fill="#111"{_weight(at)}>{escape(clip(line, _LONGEST))}</text>'
        for at, line in enumerate(place.lines)
    )
    return (
        f'<g><title>{escape(place.lines[0])}</title><rect x="{x - width / 2:.1f}" y="{y:.1f}" '
        f'width="{width:.1f}" height="{height:.1f}" rx="6" fill="{place.colour}" stroke="#666"/>'
        f"{text}</g>"
    )


def _weight(at: int) -> str:
    return ' font-weight="bold"' if at == 0 else ""
