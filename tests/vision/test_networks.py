"""The light runtime and the places where weights lie."""

from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, save

from vision.networks import FOLDER_VARIABLE, MissingWeights, OnnxNetwork, weights, weights_folder


@pytest.fixture
def doubling(tmp_path: Path) -> Path:
    """A network that doubles its input, of any length."""
    node = helper.make_node("Add", ["x", "x"], ["doubled"])
    graph = helper.make_graph(
        [node],
        "doubling",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 2])],
        [helper.make_tensor_value_info("doubled", TensorProto.FLOAT, ["n", 2])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    path = tmp_path / "doubling.onnx"
    save(model, str(path))
    return path


@pytest.mark.parametrize("threads", [0, 1, 2])
def test_a_network_turns_a_batch_into_named_arrays(doubling: Path, threads: int) -> None:
    network = OnnxNetwork(doubling, threads)
    for count in (1, 3):
        found = network.run(np.full((count, 2), 1.5, np.float32))
        assert found["doubled"].tolist() == [[3.0, 3.0]] * count


def test_a_view_that_is_not_contiguous_may_be_given(doubling: Path) -> None:
    batch = np.arange(8, dtype=np.float32).reshape(2, 4)[:, ::-2]
    assert OnnxNetwork(doubling).run(batch)["doubled"].tolist() == (2 * batch).tolist()


def test_missing_and_broken_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(MissingWeights, match=r"no weights at .*absent\.onnx"):
        OnnxNetwork(tmp_path / "absent.onnx")
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"these are not weights")
    with pytest.raises(MissingWeights, match=r"broken\.onnx holds no usable network"):
        OnnxNetwork(broken)


def test_weights_lie_in_folders_of_their_own_or_side_by_side(tmp_path: Path) -> None:
    assert weights(tmp_path, "reader") == tmp_path / "reader" / "reader.onnx"
    (tmp_path / "reader.onnx").touch()
    assert weights(tmp_path, "reader") == tmp_path / "reader.onnx"
    (tmp_path / "reader").mkdir()
    (tmp_path / "reader" / "reader.onnx").touch()
    assert weights(tmp_path, "reader") == tmp_path / "reader" / "reader.onnx"


def test_another_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    assert weights_folder().name == "models"
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    assert weights_folder() == tmp_path
