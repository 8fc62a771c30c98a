"""Trains the network that reads tiles, on drawn scenes alone: `python -m tools.train_tiles`.

It takes half an hour on two cores.
Needs the group `train`. Writes the network, its hash and the version of the drawing into `scorekeeper/photo/`.
"""

import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from scorekeeper.photo import bars, network
from scorekeeper.photo.choosing import bar_outlines
from tools.tile_drawing import GROUNDS, LOOKS, VERSION, WAYS, LaidTile, draw_scene

SCENES, EPOCHS, BATCH = 2600, 5, 64
FIRST_SEED = 1_000_000
"""Scenes with lower seeds are never learned from: tests and measurements draw them."""

NO_TILE = -1
WAY_SHARES = (0.3, 0.4, 0.15, 0.15)
SETS, SET_SHARES = (6, 9, 12, 15, 18), (0.15, 0.2, 0.3, 0.15, 0.2)


class Samples(NamedTuple):
    """What the network is shown, and what it should answer."""

    views: Any
    values: Any
    moved: Any


def samples_of(seed: int) -> Samples:
    """Return views of one drawn scene: its tiles as they are found, and what might be taken for one."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    half = float(np.exp(rng.uniform(np.log(20), np.log(85))))
    size = (480, 360) if half < 60 else (560, 420)
    scene = draw_scene(
        seed, int(rng.choice(SETS, p=SET_SHARES)), str(rng.choice(LOOKS)), str(rng.choice(GROUNDS)),
        str(rng.choice(WAYS, p=WAY_SHARES)), size, half, int(rng.integers(1, 13)),
    )  # fmt: skip
    outlines, answers = [], []
    for tile in scene.tiles:
        for loose in (0.02, 0.06):
            outlines.append(shaken(rng, tile.outline, loose))
            answers.append(tile)
            outlines.append(astray(rng, tile.outline))
            answers.append(None)
    shapes = bar_outlines(bars.find_bars(scene.picture))
    kinds = [answer_for(outline, scene.tiles) for outline in shapes]
    right = [number for number, kind in enumerate(kinds) if isinstance(kind, LaidTile)]
    wrong = [number for number, kind in enumerate(kinds) if kind is None]
    for number in [*rng.permutation(right)[:8], *rng.permutation(wrong)[:10]]:
        outlines.append(shapes[number])
        answers.append(kinds[number])
    shown = [turned(rng, outline, answer) for outline, answer in zip(outlines, answers, strict=True)]
    corners = np.float32([outline for outline, _answer in shown]).reshape(-1, 4, 2)
    values, moved = [], []
    for outline, answer in shown:
        values.append((NO_TILE, NO_TILE) if answer is None else answer.halves)
        moved.append(np.zeros((4, 2)) if answer is None else distance(outline, answer.outline))
    return Samples(
        network.views(scene.picture, corners),
        np.int64(values).reshape(-1, 2),
        np.float32(moved).reshape(-1, 4, 2),
    )


def distance(outline: Any, true: Any) -> Any:
    """Return how far the true corners lie from those of an outline, in halves within it."""
    laid = cv2.getPerspectiveTransform(np.float32(outline), network.CORNERS)
    return cv2.perspectiveTransform(np.float32(true)[None], laid)[0] - network.CORNERS


def shaken(rng: np.random.Generator, outline: Any, loose: float) -> Any:
    """Return the outline, not quite where it is."""
    size = float(np.hypot(*(outline[1] - outline[0]))) / 2
    turn, grown = rng.normal(0, loose), 1 + rng.normal(0, loose)
    spin = np.float32([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middle = outline.mean(0)
    moved = (outline - middle) @ spin * grown + middle + rng.normal(0, loose, 2) * size
    return moved + rng.normal(0, loose / 2, (4, 2)) * size


def astray(rng: np.random.Generator, outline: Any) -> Any:
    """Return an outline that is no tile's, near one: across two tiles, turned, too large or too small."""
    size, middle = float(np.hypot(*(outline[1] - outline[0]))) / 2, outline.mean(0)
    along, across = (outline[1] - outline[0]) / 2, outline[3] - outline[0]
    kind = rng.integers(7)
    sign = rng.choice([-1, 1])
    if kind == 5:  # one half each of two tiles that touch, end to end
        return shaken(rng, outline + along * sign * 1.02, 0.03)
    if kind == 6:  # the same side by side
        spin = np.float32([[0, 1], [-1, 0]])
        halves = along * rng.choice([-0.5, 0.5]) + across * sign * 0.51
        return shaken(rng, (outline - middle) @ spin + middle + halves, 0.03)
    if kind == 0:
        return outline + along * sign * rng.uniform(0.45, 1.1) + across * rng.normal(0, 0.1)
    if kind == 1:
        return outline + across * sign * rng.uniform(0.35, 1.0) + along * rng.normal(0, 0.1)
    turn = rng.uniform(0.6, 2.5) if kind == 2 else np.pi / 2
    spin = np.float32([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    if kind in (2, 3):  # also across the gap between two tiles that stand side by side
        beside = across * sign * 0.5 if kind == 3 else 0
        return (
            (outline - middle) @ spin * rng.uniform(0.6, 2.2)
            + middle
            + beside
            + along * rng.uniform(-0.8, 0.8)
        )
    grown = rng.choice([rng.uniform(0.3, 0.6), rng.uniform(1.6, 2.4)])
    return (outline - middle) * grown + middle + rng.normal(0, 0.2, 2) * size


def answer_for(outline: Any, tiles: Any) -> LaidTile | bool | None:
    """Return the tile that an outline is near enough to, None if it is no tile's, False if that is hard to say."""
    for tile in tiles:
        for true in (tile.outline, np.roll(tile.outline, 2, 0)):
            laid = cv2.getPerspectiveTransform(np.float32(true), network.CORNERS)
            corners = cv2.perspectiveTransform(np.float32(outline)[None], laid)[0]
            off = np.abs(corners - network.CORNERS)
            if off.max() < 0.42 and np.abs(corners.mean(0)).max() < 0.16:
                halves = tile.halves if true is tile.outline else tile.halves[::-1]
                return LaidTile(halves, true)
            if off.max() < 0.6:
                return False
    return None


def turned(rng: np.random.Generator, outline: Any, answer: LaidTile | None) -> tuple[Any, LaidTile | None]:
    """Return the same, begun at either half."""
    if rng.random() < 0.5:
        return outline, answer
    other = answer and LaidTile(answer.halves[::-1], np.roll(answer.outline, 2, 0))
    return np.roll(outline, 2, 0), other


def block(before: int, after: int, step: int) -> nn.Module:
    """Return a layer that looks at three by three places."""
    return nn.Sequential(nn.Conv2d(before, after, 3, step, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU())


class TileNetwork(nn.Module):
    """What `scorekeeper.photo.network` runs."""

    def __init__(self) -> None:
        super().__init__()
        sizes = ((3, 16, 2), (16, 32, 2), (32, 56, 1), (56, 64, 2), (64, 80, 1), (80, 96, 1))
        self.layers = nn.Sequential(*(block(*size) for size in sizes))
        self.place = nn.Sequential(nn.Conv2d(96, 16, 1), nn.ReLU(), nn.Flatten(), nn.Linear(16 * 7 * 12, 9))
        self.drop = nn.Dropout(0.2)
        self.left, self.right = nn.Linear(96 * 9, network.VALUES), nn.Linear(96 * 9, network.VALUES)

    def forward(self, views: Any) -> Any:
        """Return whether each view is a tile, how its corners move, and what its halves show."""
        bright = views / 255.0
        spread = bright.std((1, 2, 3), keepdim=True)
        layers = self.layers((bright - bright.mean((1, 2, 3), keepdim=True)) / (spread + 0.04))
        halves = [
            half(self.drop(functional.avg_pool2d(part, (3, 2), 2).flatten(1)))
            for half, part in ((self.left, layers[:, :, :, :6]), (self.right, layers[:, :, :, 6:]))
        ]
        return torch.cat([self.place(layers), *halves], 1)


def loss_of(answers: Any, values: Any, moved: Any) -> Any:
    """Return how wrong the answers are."""
    tile = values[:, 0] != NO_TILE
    loss = functional.binary_cross_entropy_with_logits(answers[:, 0], tile.float() * 0.98 + 0.01)
    if tile.any():
        tile_answers = answers[tile]
        loss = loss + 8 * functional.smooth_l1_loss(tile_answers[:, 1:9], moved[tile].flatten(1), beta=0.05)
        for half in (0, 1):
            seen = tile_answers[:, 9 + half * network.VALUES :][:, : network.VALUES]
            loss = loss + functional.cross_entropy(seen, values[tile, half], label_smoothing=0.04)
    return loss


def varied(views: Any) -> Any:
    """Return the views in other colours and another light, so that colours teach nothing."""
    views = views.float()[:, torch.randperm(3)]
    count = len(views)
    grey = (torch.rand(count, 1, 1, 1) < 0.15).float()
    views = views * (1 - grey) + views.mean(1, keepdim=True) * grey
    return (views * (torch.rand(count, 1, 1, 1) * 0.6 + 0.6) + torch.randn(count, 3, 1, 1) * 8).clamp(0, 255)


def all_samples(scenes: int, processes: int) -> Samples:
    """Return views of so many drawn scenes."""
    seeds = range(FIRST_SEED, FIRST_SEED + scenes)
    with get_context("spawn").Pool(processes) as pool:
        parts = list(pool.imap(samples_of, seeds, 20))
    return Samples(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def batches(count: int) -> Iterator[Any]:
    """Yield numbers of samples in a new order."""
    order = torch.randperm(count)
    for first in range(0, count - BATCH + 1, BATCH):
        yield order[first : first + BATCH]


def train(samples: Samples, epochs: int) -> TileNetwork:
    """Return a trained network; how well it does on views held back is printed."""
    views = torch.from_numpy(samples.views).permute(0, 3, 1, 2)
    values, moved = torch.from_numpy(samples.values), torch.from_numpy(samples.moved)
    held = min(1500, len(views) // 10)
    net = TileNetwork().to(memory_format=torch.channels_last)
    print(f"{len(views)} views, {sum(part.numel() for part in net.parameters())} parameters", flush=True)
    learn = torch.optim.AdamW(net.parameters(), 1e-3, weight_decay=1e-3)
    steps = epochs * ((len(views) - held) // BATCH) + 1
    pace = torch.optim.lr_scheduler.OneCycleLR(learn, 3e-3, total_steps=steps, pct_start=0.08)
    for epoch in range(epochs):
        net.train()
        losses = []
        for chosen in batches(len(views) - held):
            chosen = chosen + held
            loss = loss_of(net(varied(views[chosen])), values[chosen], moved[chosen])
            learn.zero_grad()
            loss.backward()
            learn.step()
            pace.step()
            losses.append(loss.item())
        net.eval()
        with torch.no_grad():
            answers = net(views[:held].float())
        tile = values[:held, 0] != NO_TILE
        wrong = ((answers[:, 0] > 0) != tile).float().mean()
        seen = answers[tile][:, 9:].reshape(-1, 2, network.VALUES).argmax(2)
        right = (seen == values[:held][tile]).float().mean()
        off = (answers[tile][:, 1:9] - moved[:held][tile].flatten(1)).abs().mean()
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, wrong about tiles {wrong:.3f}, "
            f"halves right {right:.3f}, corners off {off:.3f}", flush=True,
        )  # fmt: skip
        save(net)
    return net


def save(net: TileNetwork) -> None:
    """Write the network into the package, with its hash and the version of the drawing."""
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(1, 3, network.SIZE[1], network.SIZE[0]),), str(network.NETWORK), dynamo=False,
        input_names=["views"], output_names=["answers"], dynamic_axes={"views": {0: "n"}, "answers": {0: "n"}},
    )  # fmt: skip
    module = Path(network.__file__)
    text = module.read_text(encoding="utf-8")
    text = re.sub('SHA256 = ".*"', f'SHA256 = "{sha256(network.NETWORK.read_bytes()).hexdigest()}"', text)
    module.write_text(re.sub(r"\bDRAWING = \d+", f"DRAWING = {VERSION}", text), encoding="utf-8")


def main() -> int:
    """Draw, train and save."""
    torch.manual_seed(1)
    torch.set_num_threads(2)
    train(all_samples(SCENES, 2), EPOCHS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
