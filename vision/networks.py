"""Networks: trained weights run by a light runtime, behind one small protocol.

Nothing outside this file knows which runtime it is.
"""

import os
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnxruntime.capi import onnxruntime_pybind11_state as runtime

FOLDER_VARIABLE = "SCHEIDS_MODELS"
"""Environment variable that names another folder of weights than the one that is shipped."""

Floats = NDArray[np.float32]

_NO_NETWORK = (
    runtime.Fail,
    runtime.InvalidGraph,
    runtime.InvalidProtobuf,
    runtime.NotImplemented,
    RuntimeError,
)


def probabilities(logits: Floats) -> Floats:
    """The probability of each class, from a network's output for it: rows of N x classes that add up to 1."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


class MissingWeights(FileNotFoundError):
    """There are no weights where they were looked for, or the file there is no network."""


class Network(Protocol):
    """Trained weights that turn one batch into named arrays."""

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        """The outputs by name for one float32 batch (its shape is the network's own affair)."""
        ...


class OnnxNetwork:
    """A network in an ONNX file, run on the processor by ONNX Runtime.

    threads: how many threads one run may use; 0 leaves it to the runtime (one for each core).
    """

    def __init__(self, path: Path, threads: int = 0) -> None:
        """Raises MissingWeights when the file is absent or is no network."""
        if not path.is_file():
            raise MissingWeights(f"There are no weights at {path}: install Scheids again or train them.")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Idle threads that spin would take the cores from the camera and the server.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), sess_options=options, providers=["CPUExecutionProvider"]
            )
        except _NO_NETWORK as error:
            raise MissingWeights(f"{path} holds no usable network: install Scheids again.") from error
        self._input = self._session.get_inputs()[0].name
        self._outputs = [output.name for output in self._session.get_outputs()]

    def run(self, batch: Floats) -> Mapping[str, Floats]:
        values = self._session.run(self._outputs, {self._input: np.ascontiguousarray(batch)})
        return dict(zip(self._outputs, values, strict=True))


def weights_folder() -> Path:
    """Where the shipped weights lie: `detector/` and `reader/` in it, or the two files side by side."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else Path(str(files("models")))


def weights(folder: Path, name: str) -> Path:
    """The file of the network `name` in a folder of weights: `folder/name/name.onnx`, else `folder/name.onnx`."""
    nested = folder / name / f"{name}.onnx"
    return nested if nested.is_file() or not (folder / f"{name}.onnx").is_file() else folder / f"{name}.onnx"
