"""The commands of ./run, and how it finds or makes its Python."""

import gc
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tejian import cli, main
from tejian.ops import server
from tejian.settings import ROOT


def _settings(*argv: str) -> cli.Settings:
    return cli.settings_of(cli.parser().parse_args(argv))


def test_options_become_settings(tmp_path: Path) -> None:
    found = _settings("serve", "--port", "9000", "--workers", "4", "--data", str(tmp_path), "--empty")
    assert (found.port, found.workers, found.demo, found.data_dir) == (9000, 4, False, tmp_path)


def test_every_command_has_its_function() -> None:
    listed = next(a for a in cli.parser()._actions if a.dest == "command").choices
    assert listed is not None
    assert set(listed) == set(cli.COMMANDS)


def test_a_process_that_loads_the_platform_is_not_looked_through_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector of garbage rests while a web process loads, and works again when it serves."""
    states: list[bool] = []

    def web(_settings: cli.Settings, _given: object) -> int:
        states.append(gc.isenabled())
        main._keep_what_was_loaded()
        states.append(gc.isenabled())
        return 0

    monkeypatch.setitem(cli.COMMANDS, "web", web)
    monkeypatch.setattr(cli, "open_log", lambda _kind: None)
    assert cli.main(["web", "--fd", "0"]) == 0
    assert states == [False, True]


@pytest.mark.parametrize("argv", [["serve", "--port", "99999"], ["serve", "--workers", "0"]])
def test_an_impossible_option_is_answered_with_a_sentence(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(argv) == 1
    assert argv[1].lstrip("-") in capsys.readouterr().err


def test_accounts_are_shown_in_rows() -> None:
    many = [[f"user{i}", "检验员"] for i in range(7)]
    lines = server.account_lines({"accounts": many, "password": "Secret@1"})
    assert "Secret@1" in lines[0]
    assert [line.count("检验员") for line in lines[1:]] == [6, 1]
    assert server.account_lines({"accounts": []}) == []


def _fake(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def _run(home: Path, *arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(ROOT / "run"), *arguments],
        env={**os.environ, "TEJIAN_HOME": str(home), **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_without_any_way_to_make_an_environment_it_says_what_to_install(tmp_path: Path) -> None:
    refuses = 'case "$*" in "-c "*) echo 1; exit 0 ;; esac\nexit 1'
    python = _fake(tmp_path, "python3", refuses)
    for name in ("virtualenv", "uv"):
        _fake(tmp_path, name, "exit 1")
    done = _run(tmp_path / "home", "--help", TEJIAN_PYTHON=str(python), PATH=f"{tmp_path}:/usr/bin:/bin")
    assert done.returncode == 1
    assert "python3-venv" in done.stderr


def test_an_old_python_is_not_taken(tmp_path: Path) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13", "python3.14"):
        _fake(tmp_path, name, "exit 1")
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "dirname", "cat", "sha256sum", "cut", "rm", "mkdir", "basename", "flock"):
        (tools / tool).symlink_to(f"/usr/bin/{tool}")
    script = (ROOT / "server" / "tools" / "setup.sh").read_text().replace("/usr/bin/python3", "")
    home = tmp_path / "home"
    (home / "server" / "tools").mkdir(parents=True)
    (home / "server" / "tools" / "setup.sh").write_text(script)
    (home / "server" / "requirements.lock").write_text("")
    done = subprocess.run(
        [
            "/bin/sh",
            "-euc",
            'root=$1; . "$1/server/tools/setup.sh"; ensure_python "$1/server/requirements.lock"',
            "x",
            home,
        ],
        env={"PATH": f"{tmp_path}:{tools}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Python 3.11" in done.stderr


@pytest.mark.parametrize(
    "took, makes, made_by",
    [
        ({"python3": 1000, "python3.12": 700}, ("python3", "python3.12"), "python3.12"),  # built with profiles
        ({"python3": 1000, "python3.12": 900}, ("python3", "python3.12"), "python3"),  # as good: the usual one
        ({"python3": 1000, "python3.12": 700}, ("python3",), "python3"),  # the quick one lacks venv
    ],
)
def test_the_quickest_python_makes_the_environment(
    tmp_path: Path, took: dict[str, int], makes: tuple[str, ...], made_by: str
) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13", "python3.14"):
        told = f"echo {took[name]}" if name in took else "exit 1"
        venv = f'mkdir -p "$3" && echo {name} >"$3/made_by"' if name in makes else "exit 1"
        _fake(tmp_path, name, f'case "$*" in "-c "*) {told} ;; "-m venv "*) {venv} ;; *) exit 1 ;; esac')
    script = (ROOT / "server" / "tools" / "setup.sh").read_text().replace(" /usr/bin/python3}", "}")
    home = tmp_path / "a home"
    home.mkdir()
    for name in ("virtualenv", "uv"):
        _fake(tmp_path, name, "exit 1")
    subprocess.run(
        ["/bin/sh", "-euc", f"root=$1\n{script}\nmake_venv", "x", home],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        check=True,
    )
    assert (home / ".venv" / "made_by").read_text().strip() == made_by


def test_an_installed_environment_is_used_as_it_is(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".venv" / "bin").mkdir(parents=True)
    _fake(home / ".venv" / "bin", "python", f'exec "{sys.executable}" "$@"')
    lock = hashlib.sha256((ROOT / "server" / "requirements.lock").read_bytes()).hexdigest()
    (home / ".venv" / ".stamp-requirements.lock").write_text(lock)
    done = _run(home, "--help", TEJIAN_PYTHON="/bin/false")
    assert done.returncode == 0, done.stderr
    assert "backup" in done.stdout
    assert done.stderr == ""
