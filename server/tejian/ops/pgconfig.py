"""Settings of the embedded PostgreSQL, for one small server that must not lose an acknowledged row."""

from pathlib import Path

import psutil

ACCESS = """\
# Only through the socket in a private folder, and only with a password.
local all all scram-sha-256
"""


def server_config(socket: Path, *, durable: bool) -> str:
    """The text of tejian.conf. `durable=False` (tests) trades safety after a crash for speed."""
    megabytes = psutil.virtual_memory().total >> 20
    lines = {
        "listen_addresses": "''",
        "unix_socket_directories": f"'{str(socket).replace(chr(39), chr(39) * 2)}'",
        "unix_socket_permissions": "0700",
        "max_connections": "100",
        "shared_buffers": f"{min(4096, max(64, megabytes // 6))}MB",
        "effective_cache_size": f"{max(256, megabytes // 2)}MB",
        "work_mem": "16MB",
        "maintenance_work_mem": "128MB",
        "random_page_cost": "1.1",
        "jit": "off",  # short statements only
        "synchronous_commit": "on",
        "checkpoint_timeout": "15min",
        "checkpoint_completion_target": "0.9",
        "max_wal_size": "6GB",
        "min_wal_size": "256MB",
        "wal_compression": "on",
        "autovacuum_vacuum_scale_factor": "0.01",
        "autovacuum_analyze_scale_factor": "0.02",
        "timezone": "'Asia/Shanghai'",
        "log_timezone": "'Asia/Shanghai'",
        "logging_collector": "on",
        "log_filename": "'postgresql-%a.log'",  # a week of logs, then overwritten
        "log_truncate_on_rotation": "on",
        "log_rotation_age": "1d",
        "log_rotation_size": "0",
        "log_line_prefix": "'%m [%p] %u@%d '",
        "log_min_duration_statement": "1s",
        "log_parameter_max_length": "0",  # values may be personal data
        "log_parameter_max_length_on_error": "0",
        "log_lock_waits": "on",
        "log_checkpoints": "off",
    }
    if not durable:
        lines |= {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "wal_compression": "off"}
        lines |= {"shared_buffers": "256MB"}
    return "# Written at every start; own settings belong at the end of postgresql.conf.\n" + "".join(
        f"{name} = {value}\n" for name, value in lines.items()
    )
