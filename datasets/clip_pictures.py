"""Draws the frames of a clip: table, pile, moving cards and hands, light, lens and sensor."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clip_motion import STOCK, Motion, Pose
from datasets.hands import HAND_TIP, LENGTH, SCALE, WIDTH, Hand
from datasets.tabletop import Picture, TableCamera, lying
from referee.cards import Card

FaceArt = NDArray[np.uint8]
Layer = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a clip looks like. `faces` by card name, each with alpha; `back` is the stock's; lengths in mm
    and pixels.

    light, gloss: see `light_field` and `gloss_field`. exposure: overall brightness. tint: factor per channel.
    drift: spread of the slow change of light. shiver: pixels that the camera trembles. blur: defocus in
    pixels. noise: sensor noise in grey levels. shutter: seconds of motion blur. shadow: angle (degrees)
    and depth (0 to 1).
    """

    camera: TableCamera
    table: Picture
    faces: Mapping[str, FaceArt]
    back: FaceArt
    hands: tuple[Hand, ...]
    light: Layer
    gloss: Layer
    exposure: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    drift: float = 0.02
    shiver: float = 0.3
    blur: float = 0.5
    noise: float = 2.0
    shutter: float = 1 / 60
    shadow: tuple[float, float] = (140.0, 0.45)
    card_size: tuple[float, float] = (63.0, 88.0)
    stock: bool = True


class ClipPictures:
    """Draws any moment of a motion; quick when asked in order of time, because the resting pile is kept
    drawn."""

    def __init__(self, look: Look, motion: Motion, seed: int) -> None:
        self.look = look
        self.motion = motion
        camera = look.camera
        scale = camera.pixels_per_mm()
        size = (
            max(8, round(look.card_size[0] * scale * 1.35)),
            max(12, round(look.card_size[1] * scale * 1.35)),
        )
        self._faces = {name: _premultiplied(face, size) for name, face in look.faces.items()}
        self._back = _premultiplied(look.back, size)
        fit = max(0.15, min(1.0, scale * 1.5 / SCALE))
        self._hand_drawings = [_shrunk(hand.drawing, fit) for hand in look.hands]
        self._base = self._table()
        self._pile = self._base.copy()
        self._drawn: list[tuple[int, Pose]] = []
        rng = np.random.default_rng(seed)
        coloured = rng.normal(0, look.noise, (camera.height + 64, camera.width + 64, 3))
        grey = rng.normal(0, look.noise, coloured.shape[:2])[..., None]
        self._grain = np.asarray(np.rint(coloured * 0.7 + grey * 0.3), np.int16)
        self._phases = rng.uniform(0, 2 * math.pi, 12)
        self._rng = rng
        maps = camera.undistortion_maps()
        self._map_x, self._map_y = maps
        self._tone = _tone_curve(look)

    def draw(self, t: float) -> Picture:
        """The frame at `t` seconds as the webcam gives it."""
        resting, moving = self._cards_at(t)
        if resting != self._drawn:
            keep = len(self._drawn)
            if resting[:keep] != self._drawn:
                self._pile, keep = self._base.copy(), 0
            for index, pose in resting[keep:]:
                self._put_card(self._pile, index, pose, (0.0, 0.0))
            self._drawn = resting
        frame = self._pile.copy()
        for index, pose, speed in moving:
            self._put_card(frame, index, pose, speed)
        for which, pose, speed in self.hands_at(t):
            self._put_hand(frame, which, pose, speed)
        return self._through_lens(frame, t)

    def _cards_at(
        self, t: float
    ) -> tuple[list[tuple[int, Pose]], list[tuple[int, Pose, tuple[float, float]]]]:
        resting: list[tuple[int, Pose]] = []
        moving: list[tuple[int, Pose, tuple[float, float]]] = []
        for index, card in enumerate(self.motion.cards):
            pose = card.track.at(t)
            if pose is None:
                continue
            if moving or card.track.moves_at(t) or card.card is None:
                moving.append((index, pose, self._speed(card.track.at(t - self.look.shutter), pose)))
            else:
                resting.append((index, pose))
        return resting, moving

    def hands_at(self, t: float) -> list[tuple[int, Pose, tuple[float, float]]]:
        """Which hands are in the picture at `t`, where, and how far (pixels) they move while the shutter
        is open."""
        found = []
        for which, track in self.motion.hands:
            pose = track.at(t)
            if pose is not None:
                found.append((which, pose, self._speed(track.at(t - self.look.shutter), pose)))
        return found

    def _speed(self, before: Pose | None, now: Pose) -> tuple[float, float]:
        if before is None:
            return 0.0, 0.0
        places = self.look.camera.project(np.array([[before.x, before.y, before.z], [now.x, now.y, now.z]]))
        return float(places[1, 0] - places[0, 0]), float(places[1, 1] - places[0, 1])

    def card_quad(self, pose: Pose) -> NDArray[np.float32]:
        """Corners in the undistorted picture, top left first, clockwise."""
        flat = lying(pose.x, pose.y, pose.turn, *self.look.card_size)
        return self.look.camera.project(np.concatenate([flat, np.full((4, 1), pose.z)], 1))

    def hand_quad(self, pose: Pose) -> NDArray[np.float32]:
        """Corners of a hand's drawing in the undistorted picture; the arm rises towards its owner."""
        turn = math.radians(pose.turn)
        across = np.array([math.cos(turn), math.sin(turn)])
        back = np.array([math.sin(turn), -math.cos(turn)])
        tip = np.array([pose.x, pose.y])
        corners = []
        for x, y in ((0.0, 0.0), (WIDTH, 0.0), (WIDTH, LENGTH), (0.0, LENGTH)):
            place = tip + across * (x - HAND_TIP[0]) + back * (y - HAND_TIP[1])
            corners.append([place[0], place[1], pose.z + 6.0 + max(0.0, y - HAND_TIP[1]) * 0.11])
        return self.look.camera.project(np.array(corners))

    def _table(self) -> Layer:
        look, camera = self.look, self.look.camera
        size = look.table.shape[0]
        half = size / 2
        corners = camera.flat(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))
        source = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
        view = cv2.getPerspectiveTransform(source, corners)
        fit = min(1.0, camera.pixels_per_mm() * 1.3)
        small = (
            cv2.resize(look.table, None, fx=fit, fy=fit, interpolation=cv2.INTER_AREA)
            if fit < 1
            else look.table
        )
        view = view @ np.diag([size / small.shape[1], size / small.shape[0], 1.0])
        picture = cv2.warpPerspective(
            small, view, (camera.width, camera.height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        layer = np.asarray(picture, np.float32) * look.light
        if look.stock:
            for height in range(6):
                pose = Pose(
                    STOCK[0] + 0.5 * height % 1.1, STOCK[1], height * 1.2, 1.5 * ((height * 7) % 3 - 1)
                )
                self._put(layer, self._back, self.card_quad(pose), (0.0, 0.0), 1.5)
        return layer

    def _put_card(self, layer: Layer, index: int, pose: Pose, speed: tuple[float, float]) -> None:
        card = self.motion.cards[index].card
        face = self._back if card is None else self._face(card, index)
        self._put(layer, face, self.card_quad(pose), speed, pose.z)

    def _face(self, card: Card, index: int) -> Layer:
        name = str(card)
        if name == "JOKER":
            jokers = sorted(name for name in self._faces if name.startswith("JK"))
            return self._faces[jokers[index % len(jokers)]]
        return self._faces[name]

    def _put_hand(self, layer: Layer, which: int, pose: Pose, speed: tuple[float, float]) -> None:
        drawing = self._hand_drawings[which % len(self._hand_drawings)]
        self._put(layer, drawing, self.hand_quad(pose), speed, pose.z + 14.0, gloss=False)

    def _put(
        self,
        layer: Layer,
        art: Layer,
        quad: NDArray[np.float32],
        speed: tuple[float, float],
        z: float,
        gloss: bool = True,
    ) -> None:
        look, camera = self.look, self.look.camera
        scale = camera.pixels_per_mm()
        drop = (0.8 + z) * scale * 0.55
        angle, depth = math.radians(look.shadow[0]), look.shadow[1]
        shift = np.array([math.cos(angle) * drop, -math.sin(angle) * drop])
        soft = (0.7 + 0.16 * z) * scale
        room = math.hypot(*speed) + 3 * soft + 3
        low = np.floor(np.minimum(quad, quad + shift).min(0) - room).astype(int)
        high = np.ceil(np.maximum(quad, quad + shift).max(0) + room).astype(int)
        x0, y0 = max(0, low[0]), max(0, low[1])
        x1, y1 = min(camera.width, high[0]), min(camera.height, high[1])
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        height, width = art.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        place = quad - np.array([x0, y0], np.float32)
        view = cv2.getPerspectiveTransform(source, place.astype(np.float32))
        part = cv2.warpPerspective(art, view, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        part = _smeared(np.asarray(part, np.float32), speed)
        region = layer[y0:y1, x0:x1]
        cast = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
        shade = cv2.warpAffine(np.ascontiguousarray(part[..., 3]), cast, (x1 - x0, y1 - y0))
        shade = cv2.GaussianBlur(shade, (0, 0), max(0.6, soft))
        fade = depth / (1 + 0.012 * z)
        region *= 1 - (fade / 255) * shade[..., None]
        alpha = part[..., 3:] / 255
        lit = part[..., :3] * look.light[y0:y1, x0:x1]
        if gloss:
            lit += look.gloss[y0:y1, x0:x1] * alpha
        region *= 1 - alpha
        region += lit

    def _through_lens(self, layer: Layer, t: float) -> Picture:
        look, camera = self.look, self.look.camera
        frame = np.asarray(cv2.convertScaleAbs(layer, alpha=self._brightness(t) * look.exposure), np.uint8)
        if look.blur > 0.2:
            frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), look.blur), np.uint8)
        matrix = self._jolt(t)
        if matrix is None:
            x, y = self._map_x, self._map_y
        else:
            x = self._map_x * matrix[0, 0] + self._map_y * matrix[0, 1] + matrix[0, 2]
            y = self._map_x * matrix[1, 0] + self._map_y * matrix[1, 1] + matrix[1, 2]
        frame = np.asarray(cv2.remap(frame, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8)
        frame = np.asarray(cv2.LUT(frame, self._tone), np.uint8)
        if look.noise > 0:
            i, j = int(self._rng.integers(64)), int(self._rng.integers(64))
            grain = self._grain[i : i + camera.height, j : j + camera.width]
            frame = np.asarray(cv2.add(frame, grain, dtype=cv2.CV_8U), np.uint8)
        return frame

    def _brightness(self, t: float) -> float:
        value = 1.0
        for place, period in enumerate((7.3, 17.1, 3.1)):
            value += (
                self.look.drift * math.sin(2 * math.pi * t / period + self._phases[place]) / (1 + place % 2)
            )
        for start, amount in self.motion.lights:
            value *= 1 + (amount - 1) * min(1.0, max(0.0, (t - start) / 0.3))
        return value

    def lens_jolt(self, t: float) -> NDArray[np.float32]:
        """2 x 3: moves a point of the undistorted picture as the shiver and bumps do at `t`, before the
        lens."""
        matrix = self._jolt(t)
        if matrix is None:
            return np.eye(2, 3, dtype=np.float32)
        return np.asarray(cv2.invertAffineTransform(matrix), np.float32)

    def _jolt(self, t: float) -> NDArray[np.float32] | None:
        look, camera = self.look, self.look.camera
        dx = dy = turn = 0.0
        for place, rate in enumerate((5.7, 9.1, 0.23)):
            dx += look.shiver * math.sin(2 * math.pi * rate * t + self._phases[3 + place]) / 1.5
            dy += look.shiver * math.sin(2 * math.pi * rate * 1.13 * t + self._phases[6 + place]) / 1.5
        for start, amount in self.motion.bumps:
            share = min(1.0, max(0.0, (t - start) / 0.35))
            wobble = math.sin(share * math.pi * 3) * (1 - share) * 0.5
            dx += amount * camera.width * 0.045 * (share + wobble)
            dy -= amount * camera.width * 0.028 * (share + wobble)
            turn += amount * 2.2 * (share + wobble)
        if not (look.shiver or self.motion.bumps):
            return None
        matrix = cv2.getRotationMatrix2D((camera.width / 2, camera.height / 2), turn, 1.0)
        matrix[:, 2] += np.array([dx, dy])
        return np.asarray(matrix, np.float32)


def _smeared(part: Layer, speed: tuple[float, float]) -> Layer:
    length = math.hypot(*speed)
    if length < 1.5:
        return part
    size = min(61, int(length) | 1)
    kernel = np.zeros((size, size), np.float32)
    middle = size // 2
    reach = (speed[0] / length * middle, speed[1] / length * middle)
    cv2.line(
        kernel,
        (round(middle - reach[0]), round(middle - reach[1])),
        (round(middle + reach[0]), round(middle + reach[1])),
        1.0,
    )
    return np.asarray(
        cv2.filter2D(part, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT), np.float32
    )


def _shrunk(drawing: Layer, fit: float) -> Layer:
    return np.asarray(cv2.resize(drawing, None, fx=fit, fy=fit, interpolation=cv2.INTER_AREA), np.float32)


def _premultiplied(face: FaceArt, size: tuple[int, int]) -> Layer:
    art = np.asarray(face, np.float32)
    art[..., :3] *= art[..., 3:] / 255
    kernel = cv2.INTER_AREA if size[0] < face.shape[1] else cv2.INTER_CUBIC
    return np.clip(cv2.resize(art, size, interpolation=kernel), 0, 255).astype(np.float32)


def _tone_curve(look: Look) -> NDArray[np.uint8]:
    """Per channel: white balance, then the soft shoulder that webcams give highlights."""
    value = np.arange(256, dtype=np.float32)[:, None] * np.array(look.tint, np.float32)
    soft = np.where(value > 200, 200 + 55 * np.tanh((value - 200) / 55), value)
    return np.clip(soft, 0, 255).astype(np.uint8).reshape(256, 1, 3)
