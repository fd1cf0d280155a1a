"""Fill a downloaded import template with lifts, some of them with a speed that no lift has.

python fill_template.py TEMPLATE FILLED ROWS BAD STAMP
"""

import sys

import python_calamine
import xlsxwriter


def main(template: str, filled: str, rows: int, bad: int, stamp: str) -> None:
    sheet = python_calamine.CalamineWorkbook.from_path(template).get_sheet_by_index(0)
    head, example = list(sheet.iter_rows())[:2]
    row = dict(zip(head, example, strict=True))
    row |= {"*设备类别（品种）": "曳引驱动乘客电梯", "*设备名称": "客梯", "*型号(规格)": "MAX-V", "*制造日期": "2020-03-01"}
    row |= {"*制造单位名称": "", "*使用单位名称": "", "*设备所在区划": "330212", "*设备使用地点": "鄞县大道"}
    row |= {"层数（层）": 18, "站数（站）": 18, "门数（门）": 18, "额定载重量（kg）": 1000, "额定速度（m/s）": 1.75}
    units = [line.strip() for line in sys.stdin.read().split("\n") if line.strip()]
    with xlsxwriter.Workbook(filled) as book:
        out = book.add_worksheet("数据")
        for i, name in enumerate(head):
            out.write_string(0, i, name)
        for n in range(1, rows + 1):
            mine = {**row, "*出厂编号(产品编号)": f"E{stamp}-{n}", "*制造单位名称": units[0], "*使用单位名称": units[1]}
            if n <= bad:
                mine["额定速度（m/s）"] = 99
            for i, name in enumerate(head):
                if mine.get(name) not in ("", None):
                    out.write(n, i, mine[name])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
