"""Where reports were sealed before, demonstration certificates go on sealing until somebody decides otherwise."""

from alembic import op

revision = "0112"
down_revision = "0111"
branch_labels = None
depends_on = None

KEY = "seal.demonstration"


def upgrade() -> None:
    op.execute(
        f"""INSERT INTO sys_param (id, key, value, label, grp, source, protects, secret, version,
                                  createby, createtime, updateby, updatetime)
            SELECT replace(gen_random_uuid()::text, '-', ''), '{KEY}', '1',
                   '演示证书、演示时间也可以签章（1 是，只供试用；0 否）', '电子签名', '系统设定', true, false, 1,
                   'system', now(), '系统', now()
            WHERE EXISTS (SELECT 1 FROM report)"""
    )


def downgrade() -> None:
    op.execute(f"DELETE FROM sys_param WHERE key = '{KEY}'")
