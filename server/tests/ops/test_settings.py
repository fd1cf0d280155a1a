"""Settings come from the environment, then from the file of the data folder, then from the defaults."""

import stat
from pathlib import Path

import pytest

from tejian.ops.prepare import NotSafe, refuse_unsafe
from tejian.settings import Settings, WrongSetting, load, write_private


def test_defaults(tmp_path: Path) -> None:
    found = load({"TEJIAN_DATA": str(tmp_path)})
    assert (found.host, found.port, found.workers, found.demo) == ("127.0.0.1", 8000, 2, True)
    assert found.files_dir == tmp_path / "files"
    assert found.public_url == "http://127.0.0.1:8000"


def test_environment_wins_over_file(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('port = 9001\nworkers = 3\nsso_url = "https://cas.example.org/cas"\n')
    found = load({"TEJIAN_DATA": str(tmp_path), "TEJIAN_PORT": "9002", "TEJIAN_DEMO": "0"})
    assert (found.port, found.workers, found.demo) == (9002, 3, False)
    assert found.sso_url == "https://cas.example.org/cas"


@pytest.mark.parametrize("spelling", ["postgresql://", "postgresql+psycopg://", "postgres://"])
def test_database_address_is_brought_to_one_spelling(tmp_path: Path, spelling: str) -> None:
    found = load({"TEJIAN_DATA": str(tmp_path), "DATABASE_URL": f"{spelling}u:p@db/x"})
    assert found.database_url == "postgresql://u:p@db/x"


@pytest.mark.parametrize(
    "wrong",
    [
        {"TEJIAN_PORT": "eighty"},
        {"TEJIAN_PORT": "70000"},
        {"TEJIAN_WORKERS": "0"},
        {"TEJIAN_DEMO": "maybe"},
        {"DATABASE_URL": "mysql://x"},
    ],
)
def test_a_setting_that_cannot_be_meant_is_refused(tmp_path: Path, wrong: dict[str, str]) -> None:
    with pytest.raises(WrongSetting):
        load({"TEJIAN_DATA": str(tmp_path), **wrong})


def test_an_unknown_name_in_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("prot = 9001\n")
    with pytest.raises(WrongSetting, match="prot"):
        load({"TEJIAN_DATA": str(tmp_path)})


def test_children_read_back_the_same_settings(tmp_path: Path) -> None:
    chosen = Settings(
        data=str(tmp_path), demo=False, port=8123, files="s3://bucket/x", base_url="https://tj.example.org"
    )
    assert load(chosen.as_environment()) == chosen
    assert chosen.files_dir is None


def test_secret_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    secret = settings.secret()
    assert len(secret) == 32
    assert settings.secret() == secret
    assert stat.S_IMODE(settings.secret_file.stat().st_mode) == 0o600


def test_write_private_once_leaves_the_first_content(tmp_path: Path) -> None:
    write_private(tmp_path / "x", "first", once=True)
    write_private(tmp_path / "x", "second", once=True)
    assert (tmp_path / "x").read_text() == "first"
    write_private(tmp_path / "x", "third")
    assert [p.read_text() for p in tmp_path.iterdir()] == ["third"]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "server.example.org"])
def test_network_is_refused_while_a_demo_password_is_unchanged(host: str) -> None:
    with pytest.raises(NotSafe, match="shouli"):
        refuse_unsafe(Settings(host=host), ["sysadmin", "shouli"])
    refuse_unsafe(Settings(host=host), [])


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_loopback_is_always_allowed(host: str) -> None:
    refuse_unsafe(Settings(host=host), ["sysadmin"])
