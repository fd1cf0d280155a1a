"""Who sees which row: the truth of every table with a data scope, and the calls that must keep it.

Kinds of people and the rows stand in world.py. A line says which kinds see the row of a label; nobody else does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tejian.kit.ground import clock

STAFF = "all org dept area city own other"
EVERYBODY = STAFF + " unit maint"


@dataclass(frozen=True)
class Reading:
    """A call that answers about one row: by which name it takes the key."""

    path: str
    name: str = "id"
    form: Mapping[str, str] = field(default_factory=dict)


def by_id(*paths: str, **form: str) -> tuple[Reading, ...]:
    return tuple(Reading(p, "id", form) for p in paths)


def by_ids(*paths: str, **form: str) -> tuple[Reading, ...]:
    return tuple(Reading(p, "ids", form) for p in paths)


TODAY = str(clock.today())
FIRST_SEEN = {"foreign": "all", "org": "all org dept", "area": "all area city", "unit": "all unit", "told": "all unit"}
FIRST_SEEN |= {"draft": "all", "person": "all own"}
CALIBRATION = {"caldate": "2026-01-05", "calmode": "01", "calmedium": "01", "setpress": "1.0", "actualset": "1.01"}
CALIBRATION |= {"sealpress": "0.9", "calresult": "7011", "calman": "王强"}
CAR = {"carno": "浙B12345", "vin": "LSVAG2180E2100001", "medium": "CNG", "ownername": "张三", "areacode": "330203"}


@dataclass(frozen=True)
class Listed:
    """A list over the table: what the rows of the world must hold to stand in it, and who then sees which."""

    no: str
    fits: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # model → columns
    sees: Mapping[str, str] | None = None
    form: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Scope:
    """The truth of one table."""

    sees: Mapping[str, str]
    lists: tuple[Listed, ...] = ()
    reads: tuple[Reading, ...] = ()
    writes: tuple[Reading, ...] = ()
    without: tuple[str, ...] = ()  # rights that would open everything


def of_class(no: str, equclass: str) -> Listed:
    return Listed(no, {"Equipment": {"equclass": equclass}})


DEVICE = {
    "foreign": "all",
    "org": "all org dept",
    "unit": "all unit",
    "maint": "all maint",
    "area": "all area city",
    "person": "all own",
    "gone": "",
}
VALVE = {"foreign": "all", "org": "all org dept", "unit": "all unit", "area": "all area city", "person": "all own"}
CHECKED = {"foreign": "all", "org": "all org dept own", "bureau": "all area city", "area": "all area city"}
REPORTED = dict(CHECKED)
CHECKED |= {"unit": "all unit", "person": "all own"}
ITEM = {
    "foreign": "all",
    "org": "all org",
    "dept": "all dept",
    "unit": "all unit",
    "area": "all area city",
    "person": "all own",
    "named": "all own dept",
}
OF_STAFF = ITEM | {"unit": "all"}  # a unit reads the report, not what it was made of
MAIN = {"foreign": "all", "org": "all org", "dept": "all dept", "unit": "all unit", "person": "all own"}
MAIN |= {"named": "all own dept"}
WORKS = {"foreign": "all", "org": "all org dept", "unit": "all unit", "maint": "all maint", "area": "all area city"}
WORKS |= {"person": "all own"}
ASKED = {"foreign": "all", "org": "all org dept", "unit": "all unit", "person": "all own"}
CASES = {"foreign": "all", "org": "all org", "dept": "all dept", "unit": "all unit maint", "area": "all area city"}
CASES |= {"person": "all own", "named": "all dept own"}
OF_UNIT = {"foreign": STAFF, "unit": STAFF + " unit"}
WARNED = {"foreign": "all org dept own other", "unit": "all org dept own other unit"}  # a bureau: the units of its area
OFFICIAL = {"foreign": "all", "org": "all org", "area": "all area city", "person": "all own"}
APPLIED = OFFICIAL | {"org": "all org dept own", "unit": "all unit"}
HELD = {"foreign": "all", "unit": "all unit"}  # by the area of the holder's unit
REFINERY = {"foreign": "all", "unit": "all unit"}  # of the units that are marked
CHARGES, RELIEF = "/api/chamain/chaMain", "/api/chareliefpolicy/chaReliefPolicy"
CHARGED = {"foreign": "all", "org": "all org", "unit": "all unit", "person": "all own"}
UNSEALED = {"foreign": "all", "org": "all org", "unit": "all", "person": "all own"}
TILL = {"foreign": "all", "org": "all org", "person": "all own"}
OF_STATION = TILL | {"dept": "all dept"}
E3, D8 = "/api/eqd3000tpm/eqd3000tpm", "/api/eqdbase/eqdBasic"
TODO = {s: Listed(f"jy_step_{s}", {"AppMain": {"step": s}}) for s in ("YWSB", "SCFP", "CLFS", "YWSL")}
STEPS = ("RWAP", "BGQR", "finish_inspect", "BGDY", "BGGD", "BGFF")
FAILED = {"unqualcode": "03", "step": "DONE"}
JUDGED = ("BGSH_FX", "BGSH", "BGSP")  # which who inspected does not see: it does not wait for him

SCOPES: dict[str, Scope] = {
    "Equipment": Scope(
        DEVICE,
        (
            of_class("eqd_boiler_list", "1000"),
            Listed("key_monitor_list", {"Equipment": {"exiimpgro": "1", "equstatus": "1"}}),
            Listed("elevator_supervision_list"),
            Listed("equipment_idle_list", {"Equipment": {"equstatus": "2"}}),
            of_class("eqd_pressureVessel_list", "2000"),
            of_class("eqd_elevator_list", "3000"),
            of_class("eqd_hoistingMachinery_list", "4000"),
            of_class("eqd_fieldMotorVehicles_list", "5000"),
            of_class("eqd_majorAmusementFacilities_list", "6000"),
            of_class("eqd_pressurePiping_list", "8000"),
            of_class("eqd_passengerRopeway_list", "9000"),
            Listed("eqd_all_list"),
            Listed("eqd_stat_detail_list"),
            Listed("eqd_incomplete_list", {"Equipment": {"lacking": [{"field": "model", "label": "型号"}]}}),
            Listed("unit_equipment_list"),
            Listed("maintenance_lift_list"),
            Listed("lift_management_list"),
            Listed("refinery_unregistered_list", {"Equipment": {"regstatus": "0"}}),
            Listed("refinery_device_list"),
            of_class("refinery_container_list", "2000"),
            Listed("online_device_list", {"Equipment": {"equstatus": "1"}}, sees={"unit": "unit"}),
            Listed("equipment_unqualified_list"),
            Listed("expiry_list"),
            Listed("expiry_device_list"),
            Listed("expiry_age_list", {"Equipment": {"designenddate": "2020-01-01"}}),
            Listed("stat_device_list"),
            Listed("self_check_due_list", {"Equipment": {"equclass": "3000", "ndetdate": "2020-01-01"}}),
            Listed("expiry_detection_list", {"Equipment": {"equclass": "3000", "ndetdate": "2020-01-01"}}),
            Listed("expiry_boiler_list", {"Equipment": {"equclass": "1000", "ninspdate2": "2020-01-01"}}),
            Listed("expiry_pipe_list", {"Equipment": {"equclass": "8000"}}),
            Listed(
                "expiry_year_check_list",
                {"Equipment": {"equclass": "2000", "params": {"nyearcheckdate": "2020-01-01"}}},
            ),
            Listed("expiry_water_list", {"Equipment": {"equclass": "1000", "nwaterdate": "2020-01-01"}}),
            Listed("expiry_annual_list", {"Equipment": {"equclass": "9000", "ninspdate2": "2020-01-01"}}),
        ),
        reads=by_id(
            f"{E3}/getDetailBy3000",
            f"{E3}/getDetectionBaseInfo",
            f"{D8}/getEqdBasicInfo",
            f"{D8}/qrcode",
            f"{D8}/maintenance",
            f"{D8}/checkEquChdIsNull",
            "/api/common/getThreeCodeList",
            "/api/equipmentQuality/device",
        )
        + by_id("/api/common/history", entity="equipment"),
        writes=by_ids("/api/equipmentQuality/recheck")
        + by_ids(f"{D8}/delete", f"{D8}/noCheckDelete", type="3000", reason="重复建档")
        + by_id(f"{D8}/editEqm", model="X"),
        without=("system:audit:query",),
    ),
    "EquipmentQuality": Scope(DEVICE, (Listed("eqd_quality_list"),)),
    "LiftIot": Scope(DEVICE, (Listed("iot_lift_list"),)),
    "LiftEvent": Scope(DEVICE, (Listed("iot_event_list"),), writes=by_ids("/api/iot/event/confirm")),
    "Pipeline": Scope(
        DEVICE,
        (Listed("eqd_pressurePipeline_list"), Listed("refinery_pipeline_list")),
        reads=by_id("/api/eqd8000GXtpm/eqd8000GXtpm/getDetailBy8000GX"),
    ),
    "PipeChange": Scope(DEVICE, (Listed("pipe_change_list"),), reads=by_id("/api/eqdmodify/eqdModifyCheck/getDetail")),
    "SiteInspection": Scope(DEVICE, (Listed("refinery_container_inspections"),)),
    "Maintenance": Scope(
        {k: v for k, v in DEVICE.items() if k not in ("gone", "maint")} | {"maint": "all", "visit": "all maint"},
        (Listed("maintenance_list"),),
        reads=by_id("/api/maintenance/load"),
    ),
    "ThirdReport": Scope(
        {k: v for k, v in DEVICE.items() if k != "gone"} | {"made": "all unit"},
        (
            Listed("third_inspection_list"),
            Listed("third_detection_list", {"ThirdReport": {"kind": "D"}}),
        ),
        reads=by_id("/api/thirdreport/load"),
        writes=(
            *by_ids("/api/thirdreport/delete"),
            *by_ids("/api/thirdreport/detection/checkAgree"),
            *by_ids("/api/thirdreport/detection/checkRefuse", opinion="缺记录"),
        ),
    ),
    "StateChange": Scope(
        {
            "foreign": "all",
            "from org": "all org dept",
            "to org": "all org dept",
            "from area": "all area city",
            "to area": "all area city",
            "unit": "all unit",
            "maint": "all maint",
            "person": "all own",
        },
        (Listed("eqd_state_list"),),
    ),
    "Unit": Scope(
        {"foreign": STAFF, "unit": STAFF + " unit", "maint": STAFF + " maint", "gone": ""},
        (
            Listed("unit_business_list"),
            Listed("unit_inspection_list", {"Unit": {"unittype": "06"}}),
            Listed("unit_superviseorg_list", {"Unit": {"unittype": "13"}}),
            Listed("unit_outside_list", {"Unit": {"unittype": "14"}}),
            Listed("unit_maintainer_list"),
            Listed("lift_maintainer_list", {"Unit": {"ismaintain": True}}),
            Listed("unit_petrochemical_list"),
            Listed("person_safety_list"),
            Listed(
                "unit_piping_list",
                {"Equipment": {"equclass": "8000"}},
                sees={"foreign": STAFF, "unit": STAFF + " unit", "maint": "", "gone": ""},
            ),
        ),
        reads=by_id("/api/unitbasic/load"),
        writes=by_id("/api/unitbasic/save") + by_ids("/api/unitbasic/delete", "/api/unitbasic/setUse"),
        without=("system:audit:query",),
    ),
    **{name: Scope(OF_UNIT) for name in ("UnitContact", "UnitBranch", "MaintContract", "UnitName")},
    "UnitLicence": Scope(
        OF_UNIT,
        (
            Listed("unit_licence_list"),
            Listed("unit_licence_warning_list", {"UnitLicence": {"validto": clock.today()}}, WARNED),
        ),
    ),
    "DetectionCapability": Scope(OF_UNIT, (Listed("unit_capability_list"),)),
    "Person": Scope(
        OF_UNIT,
        (Listed("person_list"), Listed("person_maintainer_list")),
    ),
    "PersonCert": Scope(
        OF_UNIT,
        (
            Listed("person_cert_list", sees=WARNED),
            Listed("person_warning_list", {"PersonCert": {"validto": clock.today()}}, WARNED),
            *(Listed(f"work_cert_{one}list", sees=HELD) for one in ("", "export_", "national_")),
        ),
    ),
    "PersonDevice": Scope(OF_UNIT),
    "InspAuthorization": Scope(
        {"foreign": STAFF, "unit": STAFF + " unit", "use": STAFF + " unit"}, (Listed("authorization_list"),)
    ),
    "AppMain": Scope(
        MAIN,
        (
            Listed("jy_appmain_sheet_list"),
            Listed("declare_query_list"),
            Listed("accepted_query_list", {"AppMain": {"acceptdate": clock.today()}}),
            *TODO.values(),
        ),
        reads=by_id(
            "/api/appmain/getDetailAppMain", "/api/appmain/getAppMainEquBasicDetail", "/api/appmain/checkError"
        ),
        writes=by_ids("/api/appmain/deleteAppMain", "/api/appmain/submitAppMain", "/api/appmain/saveAppMainAccept"),
    ),
    "AppItem": Scope(MAIN),
    "AppBuss": Scope(
        ITEM,
        (
            *(Listed(f"jy_step_{s}", {"AppBuss": {"step": s}}) for s in STEPS),
            *(Listed(f"jy_step_{s}", {"AppBuss": {"step": s}}, ITEM | {"named": "all"}) for s in JUDGED),
            Listed("jy_buss_end_all", {"AppBuss": {"step": "DONE"}}),
            Listed("jy_buss_all"),
            Listed("mission_query_list", {"AppBuss": {"plandate": clock.today()}}),
            Listed("quality_report_list", {"AppBuss": {"approvedat": clock.now()}}),
            Listed("instrument_use_list", {"OriginalRecord": {"instruments": [{"id": "walk"}]}}),
            Listed("quality_audited_list", {"AppBuss": {"auditedat": clock.now()}}),
            Listed("quality_business_list", {"AppBuss": {"acceptdate": clock.today()}}),
            Listed("quality_risk_list", {"AppBuss": {"limit_at": clock.now()}}),
            Listed("shortcut_plan_list", {"AppBuss": {"step": "RWAP"}}),
            Listed("report_print_list", {"AppBuss": {"step": "BGDY"}}),
            Listed("express_waiting_list", {"AppBuss": {"step": "BGFF"}, "AppMain": {"reportget": "02"}}),
            Listed("again_electrical_list", {"AppBuss": FAILED | {"equclass": "3000", "equclacode": "3110"}}),
            Listed("again_bearing_list", {"AppBuss": FAILED | {"equclass": "1000", "equclacode": "1110"}}),
            Listed("refinery_inspection_list"),
            Listed("portrait_report_list", {"AppBuss": {"step": "DONE"}}),
            Listed("cha_apply_list", {"AppBuss": {"step": "RWAP", "chargestate": ""}}),
        ),
        reads=by_id("/api/appmain/taskConfirmDetail", "/api/appmain/taskConfirmCheck")
        + by_ids("/api/appmain/taskSchedDetail"),
        writes=by_id("/api/appbuss/open", "/api/appbuss/saveRecord", "/api/appbuss/submitRecord")
        + by_ids(
            "/api/appbuss/buildReport", "/api/appbuss/sendBack", "/api/appbuss/signRecord", "/api/appmain/taskSchedSave"
        )
        + by_ids("/api/appbuss/allowArrears", reason="合同月结"),
    ),
    "OriginalRecord": Scope(ITEM),
    "Report": Scope(
        ITEM, (Listed("transfer_check_list"), Listed("report_signature_list"), Listed("pdf_sign_log_list"))
    ),
    "CheckRun": Scope(ITEM),
    "ReportSm2": Scope(ITEM),
    "Signature": Scope(ITEM),
    "SignatureTaken": Scope(ITEM),
    "Opening": Scope(ITEM),
    "PrintLog": Scope(ITEM, (Listed("print_log_list"),)),
    "MarkSheet": Scope(ITEM, (Listed("mark_sheet_list"),)),
    "InspectionNotice": Scope(
        ITEM,
        (Listed("opinion_list"), Listed("opinion_rectify_list")),
        reads=by_id("/api/opinion/load"),
        writes=by_ids("/api/opinion/confirm", opinion="已核实") + by_ids("/api/opinion/void", reason="开错设备"),
    ),
    "Hazard": Scope(
        ITEM,
        (Listed("hazard_list"),),
        reads=by_id("/api/hazard/load"),
        writes=by_ids("/api/hazard/extend", reason="等待配件", newdeadline="2099-01-05"),
    ),
    "LabSample": Scope(
        OF_STAFF,
        (Listed("lab_sample_list"),),
        reads=by_id("/api/lims/load", "/api/lims/record"),
        writes=by_ids("/api/lims/delete"),
    ),
    "LabFinding": Scope(
        OF_STAFF,
        (Listed("lab_finding_list"),),
        reads=by_id("/api/lims/finding/record"),
        writes=by_ids("/api/lims/finding/judge", verdict="1", opinion="不影响"),
    ),
    "SubReport": Scope(
        ITEM,
        (Listed("sub_report_list"),),
        reads=by_id("/api/subreport/load"),
        writes=by_ids("/api/subreport/delete"),
    ),
    "ReportChange": Scope(
        ITEM,
        (
            Listed("report_change_list"),
            Listed("report_change_apply_list", sees={}),
            Listed("report_change_deal_list", {"ReportChange": {"step": "AUDIT"}}),
            Listed("report_subsidy_list", {"ReportChange": {"way": "UNIT"}}),
            Listed("report_subsidy_own_list", {"ReportChange": {"way": "UNIT"}}),
        ),
        reads=by_id("/api/reportChange/load"),
        writes=by_ids("/api/reportChange/void", "/api/reportChange/submit"),
    ),
    "TaskRequest": Scope(
        ITEM,
        (Listed("task_request_list"), Listed("task_request_own_list", sees={})),
        reads=by_ids("/api/taskRequest/mains", "/api/taskRequest/people") + by_id("/api/taskRequest/agreeStart"),
        writes=by_ids("/api/taskRequest/refuse", reason="无人可替") + by_ids("/api/taskRequest/takeBack"),
    ),
    "ConstructionNotice": Scope(
        WORKS,
        (
            Listed("construction_list"),
            Listed("construction_handle_list"),
            Listed("construction_own_list", sees={"maint": "maint"}),
        ),
        reads=by_id("/api/construction/load", "/api/construction/own/load"),
        writes=by_ids("/api/construction/receive", "/api/construction/declare")
        + by_ids("/api/construction/cancel", reason="不再施工"),
    ),
    "ConstructionDevice": Scope(
        WORKS, reads=by_id("/api/construction/device/load", "/api/construction/own/device/load")
    ),
    "OnlineApplication": Scope(
        ASKED,
        (
            Listed("online_list", sees={"unit": "unit"}),
            Listed("online_confirm_list", sees={**ASKED, "unit": "all"}),
            Listed("visit_part_list", sees={**ASKED, "unit": "all"}),
        ),
        reads=by_id("/api/online/load"),
        writes=by_ids("/api/online/refuse", reason="由他院检验") + by_ids("/api/online/withdraw"),
    ),
    "UnitVisit": Scope(
        ASKED,
        (Listed("visit_list", sees={**ASKED, "unit": "all"}),),
        writes=by_ids("/api/visit/agree") + by_ids("/api/visit/another", newday=TODAY, reason="当日停电检修"),
    ),
    "OnlineDevice": Scope(ASKED, reads=by_id("/api/online/device/load")),
    "Supervision": Scope(
        CASES,
        (
            Listed("supervision_task_list"),
            Listed("supervision_first_list"),
            Listed("supervision_data_list", {"Supervision": {"step": "DATA"}}),
            Listed("supervision_issue_list", {"Supervision": {"step": "ISSUE"}}),
        ),
        writes=by_ids("/api/supervision/first", firstdate="2026-01-05", attendants="甲", firstnote="乙"),
    ),
    "SupervisionPoint": Scope(
        CASES,
        (Listed("supervision_test_list"),),
        reads=by_id("/api/supervision/point/load"),
        writes=by_id("/api/supervision/agreeTest", agreed="2099-01-05"),
    ),
    "SupervisionPaper": Scope(CASES, reads=by_id("/api/supervision/paper/load")),
    "LiaisonSheet": Scope(
        CASES,
        (Listed("liaison_list"),),
        writes=by_ids("/api/liaison/answer", answer="a", answerer="b", answered="2026-01-05"),
    ),
    "NoticeProblem": Scope(
        ITEM,
        reads=by_id("/api/opinion/problem/load"),
        writes=by_id("/api/opinion/answer", measure="已更换", donedate="2026-01-05", doneby="李勇"),
    ),
    "ValveCalibration": Scope(VALVE),
    "SafetyValve": Scope(
        VALVE,
        (Listed("samvalve_list"),),
        reads=by_id("/api/samvalve/load", "/api/samvalve/calibrationStart"),
        writes=by_id("/api/samvalve/save") + by_id("/api/samvalve/calibrate", **CALIBRATION),
    ),
    "CylinderCar": Scope(
        {"foreign": "all", "org": "all org dept", "unit": "all unit", "area": "all area city", "person": "all own"},
        (Listed("cylinder_car_list"),),
        reads=by_id("/api/cylinder/load"),
        writes=by_id("/api/cylinder/save", **CAR)
        + by_id("/api/cylinder/scrap", scrapdate="2026-01-05", scrapreason="到期")
        + by_id("/api/cylinder/register", usecertno="瓶10浙B00001(26)", regdate="2026-01-05"),
    ),
    "Product": Scope(
        {
            "foreign": "all area city",
            "org": "all area city org dept",
            "unit": "all area city unit",
            "person": "all area city own",
        },
        tuple(
            Listed(f"product_{name}_list", {"Product": {"equclass": c}})
            for name, c in {
                "boilerProducts": "1000",
                "PressureVesselPdt": "2000",
                "elevatorProducts": "3000",
                "hoistingProducts": "4000",
                "pipingComProducts": "7000",
                "pipingEngProducts": "8000",
                "safetyProducts": "7310",
            }.items()
        ),
        reads=by_id("/api/product/load", "/api/product/convertStart"),
        writes=by_id("/api/product/save"),
    ),
    "Trace": Scope(
        {"foreign": "all", "org": "all org", "area": "all area city", "person": "all own"},
        (Listed("equ_trace_list"), Listed("unit_trace_list", {"Trace": {"entity": "unit"}})),
        reads=by_id("/api/archives/trace/detail"),
        writes=by_id("/api/archives/trace/restore"),
    ),
    "Correction": Scope(
        {
            "foreign": "all",
            "org": "all org",
            "area": "all area city",
            "person": "all own",
            "unit": "all unit",
            "writer": "all dept",
        },
        (
            Listed("correct_query_list"),
            Listed("correct_apply_list", sees={"person": "own", "writer": "dept"}),
            Listed(
                "correct_audit_list",
                {"Correction": {"step": "AUDIT"}},
                sees={
                    "foreign": "all",
                    "org": "all org",
                    "area": "all area city",
                    "person": "all",
                    "unit": "all unit",
                    "writer": "all",
                },
            ),
        ),
        reads=by_id("/api/correct/detail"),
        writes=by_ids("/api/correct/submit", "/api/correct/void", "/api/correct/agree"),
    ),
    "Transfer": Scope(
        {"foreign": "all", "org": "all org dept", "area": "all area city", "person": "all own"},
        (Listed("transfer_list"),),
        reads=by_id("/api/transfer/load"),
        writes=by_ids("/api/transfer/retry") + by_id("/api/transfer/ignore", ignorereason="已线下补录"),
    ),
    "ExchangePartner": Scope({"foreign": EVERYBODY}, (Listed("exchange_partner_list"),)),
    "ExchangeMapping": Scope({"foreign": EVERYBODY}, (Listed("exchange_mapping_list"),)),
    "ExchangePlan": Scope({"foreign": EVERYBODY}, (Listed("exchange_plan_list"),)),
    "ExchangeMessage": Scope(
        {"foreign": "all", "org": "all org", "area": "all area city"},
        (
            Listed("exchange_message_list"),
            Listed("exchange_device_log_list", {"ExchangeMessage": {"entity": "equipment"}}),
            Listed("exchange_report_log_list", {"ExchangeMessage": {"entity": "report"}}),
        ),
        reads=by_id("/api/exchange/logQuery/load", "/api/exchange/logQuery/record"),
        writes=by_ids("/api/exchange/logQuery/replay") + by_id("/api/exchange/logQuery/ignore", ignorereason="已补录"),
    ),
    "Charge": Scope(
        CHARGED,
        (
            Listed("cha_list"),
            Listed("cha_arrears_charges", {"Charge": {"duedate": "2020-01-01"}}),
            Listed(
                "cha_confirm_list",
                {"Charge": {"step": "WAIT"}},
                sees={"foreign": "all", "org": "all org", "unit": "all", "person": "all"},
            ),
        ),
        reads=by_id("/api/chalog/chaLog/list", "/api/chaoperate/chaoperate/list"),
        writes=by_ids(f"{CHARGES}/commit", f"{CHARGES}/delete")
        + by_ids(f"{CHARGES}/modifyStatus", status="7", reason="重复登记")
        + by_id(f"{CHARGES}/getOnNonTaxQRCode", f"{CHARGES}/paySimulated"),
    ),
    "Contract": Scope(
        CHARGED,
        (
            Listed("cha_contract_list"),
            Listed("cha_contract_add_list", {"Contract": {"step": "BACK"}}, sees=UNSEALED),
            Listed("cha_contract_audit_list", {"Contract": {"step": "AUDIT"}}, sees=UNSEALED),
            Listed("cha_contract_confirm_list", {"Contract": {"step": "CONFIRM"}}, sees=UNSEALED),
        ),
        reads=by_id("/api/agreement/load", "/api/agreement/record"),
        writes=by_ids("/api/agreement/submit", "/api/agreement/audit", "/api/agreement/delete")
        + by_ids("/api/agreement/end", "/api/agreement/void", reason="单位停业"),
    ),
    "ContractClause": Scope(CHARGED),
    "ChargePart": Scope(CHARGED),
    "Instalment": Scope(CHARGED),
    "Letter": Scope(
        CHARGED,
        (Listed("cha_letter_list"),),
        reads=by_id("/api/arrears/letter"),
        writes=by_id("/api/arrears/sent", sent=TODAY, sentway="01", receiver="胡斌"),
    ),
    "CashDay": Scope(
        OF_STATION,
        (
            Listed("cha_day_list"),
            Listed("cha_day_own_list", sees={"person": "own"}),
        ),
        writes=by_ids(
            *("/api/chamain/cashDay/review", "/api/chamain/cashDay/recount", "/api/chamain/cashDay/standIn"),
            reason="请再点一次",
        ),
    ),
    "CashLot": Scope(
        OF_STATION,
        (Listed("cha_cash_list"),),
        reads=by_id("/api/chamain/cashLot/record"),
        writes=by_ids("/api/chamain/cashLot/missing", reason="银行回单未见这笔存款"),
    ),
    "BankTransfer": Scope(
        TILL,
        (Listed("cha_transfer_list"),),
        reads=by_id("/api/chamain/transfer/record", "/api/chamain/transfer/propose"),
        writes=by_ids(
            *(f"/api/chamain/transfer/{one}" for one in ("allot", "void", "undo")), reason="银行核实为错账", ahead="0"
        ),
    ),
    "ChargeBatch": Scope(
        TILL,
        (Listed("cha_batch_list"),),
        reads=by_id("/api/chamain/batch/record"),
        writes=by_ids(*(f"/api/chamain/batch/{one}" for one in ("run", "drop", "undo")), reason="收款登错了批次"),
    ),
    "BillFile": Scope(
        TILL,
        (Listed("cha_bill_file_list"),),
        reads=by_id("/api/chamain/billFile/record"),
        writes=by_ids("/api/chamain/billFile/withdraw", reason="导出的类型选错"),
    ),
    "CashMonth": Scope(TILL, (Listed("cha_month_list"),), writes=by_ids("/api/chamain/cashMonth/close")),
    "Difference": Scope(
        OF_STATION,
        (Listed("cha_diff_list"),),
        writes=by_ids(
            *(
                f"/api/chamain/difference/{one}"
                for one in ("settle", "bookOrder", "bookCharge", "bookSeveral", "takeBack", "tooMuch")
            ),
            reason="已补开票据",
            chargesysid="JF0",
            way="transfer",
            ahead="0",
        ),
    ),
    "Indicator": Scope({"foreign": STAFF}, (Listed("stat_indicator_list"),)),
    "StatForm": Scope({"foreign": STAFF}, (Listed("stat_form_list"),)),
    "QueryModel": Scope(
        {"foreign": "all", "person": "all own"},
        (Listed("query_model_list"),),
        reads=by_id("/api/system/queryModel/record", "/api/system/queryModel/load"),
        writes=by_ids("/api/system/queryModel/delete"),
    ),
    "QueryCondition": Scope(
        {"foreign": "all", "person": "all own"}, writes=by_ids("/api/system/queryModel/deleteConditions")
    ),
    "StatEdition": Scope(
        {"foreign": "all", "area": "all area city", "person": "all own"},
        (Listed("stat_edition_list"),),
        reads=by_id(*(f"/api/statistics/edition/{one}" for one in ("record", "table", "recount", "sheet", "progress"))),
        writes=by_ids("/api/statistics/edition/delete"),
    ),
    "FeeTable": Scope({"foreign": EVERYBODY}, (Listed("cha_feetable_list"),)),
    "EntrustedProject": Scope(
        {"foreign": "all", "org": "all org", "dept": "all dept", "person": "all own", "leads": "all own"},
        (Listed("entrust_list"),),
        reads=by_id("/api/wtxmnbtjzx/getDetailWtxmNbtjzx", "/api/wtxmnbtjzx/record"),
        writes=by_ids("/api/wtxmnbtjzx/deleteWtxmNbtjzx"),
    ),
    "UseRegistration": Scope(
        {"foreign": "all", "org": "all org", "area": "all area city", "unit": "all unit", "person": "all own"},
        (
            Listed("use_register_all_list"),
            *(
                Listed(f"use_register_{name}_list", {"UseRegistration": {"mode": mode}})
                for name, mode in (("set", "S"), ("unit", "U"), ("cylinder", "C"), ("change", "B"))
            ),
        ),
    ),
    "ExamBody": Scope({"foreign": EVERYBODY}, (Listed("exam_body_list"),)),
    "MonitorCert": Scope(OFFICIAL, (Listed("monitor_cert_list"),)),
    "TrainingClass": Scope(OFFICIAL, (Listed("training_class_list"),)),
    "ClassStudent": Scope(OFFICIAL),
    "ExamApplication": Scope(
        APPLIED,
        (
            Listed("exam_application_list", {"ExamApplication": {"step": "1"}}),
            Listed("exam_candidate_list", {"ExamApplication": {"step": "4"}}),
            Listed("exam_audit_list", {"ExamApplication": {"step": "SH"}}),
            Listed("exam_all_list"),
        ),
    ),
    "ExamScore": Scope(OFFICIAL, (Listed("exam_score_list"),)),
    "WorkCertificate": Scope(OFFICIAL | {"unit": "all unit"}, (Listed("work_certificate_list"),)),
    "CertCase": Scope(
        {"foreign": "all", "area": "all area city", "unit": "all unit", "person": "all own"},
        (Listed("cert_case_list"),),
    ),
    "FirstRegistration": Scope(
        FIRST_SEEN,
        (
            Listed("first_register_query_list"),
            Listed(
                "first_register_audit_list",
                {"FirstRegistration": {"step": "DS"}},
                FIRST_SEEN | {"draft": "all org dept area city unit"},
            ),
            Listed(
                "first_register_enterprise_list",
                {"FirstRegistration": {"source": "E"}},
                FIRST_SEEN | {"draft": "all unit"},
            ),
            *(
                Listed(f"first_register_{name}_list", {"FirstRegistration": {"source": "J", "equclass": equclass}})
                for name, equclass in (("vessel", "2000"), ("crane", "4000"), ("vehicle", "5000"))
            ),
        ),
        reads=by_id("/api/firstRegister/load"),
        writes=by_ids("/api/firstRegister/audit/delete"),
    ),
    "SupervisionCheck": Scope(
        CHECKED | {"officer": "all own", "plan": "all"},
        (
            Listed("security_check_list"),
            Listed("use_check_list", {"SupervisionCheck": {"target": "S"}}),
            Listed("maker_check_list", {"SupervisionCheck": {"target": "P"}}),
        ),
    ),
    "UnitWarning": Scope(
        {"foreign": "all", "area": "all area city", "unit": "all unit", "person": "all own"},
        (Listed("unit_warning_list"),),
    ),
    "WorkloadShare": Scope(
        {"foreign": "all", "org": "all org", "dept": "all dept", "person": "all own"},
        (Listed("quality_workload_list"),),
    ),
    "DutyRecord": Scope(
        {"foreign": "all", "area": "all area city", "unit": "all unit", "person": "all own", "open": "all"},
        (Listed("duty_record_list"),),
    ),
    "Defect": Scope(
        CHECKED | {"draft": "all"},
        (Listed("supervision_defect_list"), Listed("hazard_handle_list", sees=CHECKED)),
        reads=by_id("/api/sceneProblem/load"),
    ),
    "SeriousReport": Scope(
        REPORTED | {"draft": "all"},
        (Listed("serious_report_list"), Listed("serious_received_list", sees=REPORTED)),
    ),
    "MaintFiling": Scope(
        {"foreign": "all", "org": "all org", "area": "all area city", "unit": "all unit", "person": "all own"},
        (
            Listed("maint_filing_query_list"),
            Listed("maint_filing_examine_list", {"MaintFiling": {"step": "1"}}),
            Listed("maint_filing_check_list", {"MaintFiling": {"step": "3"}}),
        ),
        reads=by_id("/api/epbrmogmmaibasic/epBrmOgmMaiBasic/queryChangeGroupAtt"),
    ),
    "RescueStation": Scope(
        {"foreign": "all", "area": "all area city", "unit": "all unit", "person": "all own"},
        (Listed("rescue_station_list"), Listed("rescue_station_times")),
        reads=by_id("/api/rescueStation/load"),
        writes=by_ids("/api/rescueStation/delete"),
    ),
    "LiftBinding": Scope(
        {"foreign": "all", "org": "all org", "area": "all area city", "unit": "all unit", "person": "all own"}
        | {"maint": "all maint"},
        (
            Listed("lift_binding_apply_list"),
            Listed("lift_binding_audit_list"),
            Listed("lift_binding_history_list", {"LiftBinding": {"step": "JC"}}),
        ),
    ),
    "Conformity": Scope(
        {"foreign": "all", "sent": "all org dept own", "unit": "all unit", "draft": "all unit"},
        (Listed("conformity_list"),),
    ),
    "QualityFile": Scope(
        {"foreign": "all", "issued": "all org dept own", "drawn": "all org dept own"},
        tuple(
            Listed(f"quality_file_{name}_list", {"QualityFile": fits})
            for name, fits in (
                ("plan", {"step": "0"}),
                ("make", {"step": "1"}),
                ("audit", {"step": "2"}),
                ("approve", {"step": "3"}),
                ("issue", {"step": "4"}),
                ("query", {"step": "5"}),
                ("menu", {"step": "5", "effective": clock.today(), "ended": None}),
            )
        ),
    ),
    "KnowledgeDoc": Scope(
        {"foreign": "all", "org": "all org dept own", "shared": STAFF, "inner": "all org dept own"},
        (Listed("knowledge_list"),),
        reads=by_id("/api/knowledge/load", "/api/knowledge/record"),
    ),
    "KnowledgeClause": Scope(
        {"foreign": "all", "org": "all org dept own", "shared": STAFF, "inner": "all org dept own"},
        (Listed("knowledge_clause_list"),),
        reads=by_id("/api/knowledge/clause/load", "/api/knowledge/clause/record"),
    ),
    "SpotCheck": Scope({"foreign": "all", "org": "all org dept own"}, (Listed("spot_check_list"),)),
    "SpotItem": Scope(
        {"foreign": "all", "org": "all org dept own", "named": "all org dept own"}, (Listed("spot_item_list"),)
    ),
    "FileReceipt": Scope(
        {"foreign": "all", "org": "all org dept own"},
        (Listed("quality_file_receive_list"),),
    ),
    "LiftTermination": Scope(
        {"foreign": "all", "org": "all org", "area": "all area city", "unit": "all unit", "person": "all own"}
        | {"maint": "all maint"},
        (Listed("lift_termination_query_list"), Listed("lift_termination_examine_list")),
    ),
    "RescueIncident": Scope(
        {"foreign": "all", "area": "all area city", "unit": "all unit", "person": "all own", "maint": "all maint"},
        (Listed("rescue_incident_list"),),
    ),
    "OpinionCall": Scope(
        {"foreign": EVERYBODY, "draft": "all", "own": "all org dept own"},
        (Listed("opinion_call_list"),),
        reads=by_id("/api/opinionCollection/load"),
    ),
    "SealCertificate": Scope(
        {"foreign": "all", "org": "all org", "person": "all own"},
        (Listed("seal_certificate_list"),),
        reads=by_id("/api/electronic/load"),
    ),
    "TurnaroundProject": Scope(
        {"foreign": "all", "org": "all org dept", "unit": "all unit", "person": "all own"},
        (Listed("turnaround_project_list"),),
        reads=by_id("/api/inspectPro/project/load"),
    ),
    "TurnaroundItem": Scope(
        {"foreign": "all", "org": "all org dept", "unit": "all unit", "person": "all own"},
        (
            Listed("turnaround_task_list"),
            *(
                Listed(f"turnaround_{name}_list", {"TurnaroundItem": fits})
                for name, fits in (
                    ("vessel", {"kind": "1"}),
                    ("vessel_plan", {"kind": "1"}),
                    ("vessel_enter", {"kind": "1", "step": "JX"}),
                    ("pipeline", {"kind": "2"}),
                    ("pipeline_plan", {"kind": "2"}),
                    ("pipeline_enter", {"kind": "2", "step": "JX"}),
                )
            ),
        ),
        reads=by_id("/api/inspectPro/package/load"),
    ),
    "TurnaroundWork": Scope(
        {"foreign": "all", "org": "all org dept", "unit": "all unit", "person": "all own"},
        reads=by_id("/api/inspectPro/work/load"),
    ),
    "OwnerSheet": Scope(
        {"foreign": "all", "org": "all org dept", "unit": "all unit", "draft": "all", "person": "all own"},
        (Listed("owner_sheet_list"),),
        reads=by_id("/api/inspectPro/agree/load"),
    ),
    "OwnerDissent": Scope(
        {"foreign": "all", "org": "all org dept", "unit": "all unit", "draft": "all unit", "person": "all own"},
        (Listed("owner_dissent_list"),),
        reads=by_id("/api/inspectPro/disagree/load"),
    ),
    "MovingProject": Scope(
        {"foreign": "all", "org": "all org", "person": "all own"},
        (Listed("moving_project_list"),),
        reads=by_id("/api/moving/project/record", "/api/moving/project/progress", "/api/moving/file/list"),
    ),
    "MovingFile": Scope({"foreign": "all", "org": "all org", "person": "all own"}, ()),
    "MovingRow": Scope({"foreign": "all", "org": "all org", "person": "all own"}, (Listed("moving_row_list"),)),
    "MovingNumber": Scope({"foreign": "all", "org": "all org", "person": "all own"}, (Listed("moving_number_list"),)),
    "MovingOut": Scope(
        {"foreign": "all", "org": "all org", "person": "all own"},
        (Listed("moving_out_list"),),
        reads=by_id("/api/moving/out/record", "/api/moving/out/progress"),
    ),
    "SimpleReport": Scope(
        {"foreign": "all", "org": "all org", "person": "all own"},
        (Listed("simple_archive_list"), Listed("simple_release_list")),
        reads=by_id("/api/simpleReport/load"),
    ),
    **{
        name: Scope(
            {"foreign": "all", "org": "all org", "dept": "all dept", "person": "all own"}, tuple(map(Listed, lists))
        )
        for name, lists in {
            "Terminal": ["terminal_list"],
            "TerminalDay": [],
            "RecordOp": [],
            "RecordSubmit": ["record_submit_list", "mobile_approval_list"],
            "HeldJob": ["held_job_list"],
            "OpFailure": ["op_failure_list"],
            "RecordConflict": ["record_conflict_list"],
        }.items()
    },
    "PackJob": Scope(ITEM),
    "PhotoMark": Scope(ITEM),
    "TaskGuide": Scope(
        {"foreign": "all", "org": "all org dept own"},
        (Listed("task_guide_list"),),
        reads=by_id("/api/mobilePlat/guide/load"),
    ),
    "SelfCheckRule": Scope(
        {"foreign": "all area city", "bureau": "all area city", "draft": "all"},
        (Listed("self_check_rule_list"),),
        reads=by_id("/api/supervision/selfCheck/load"),
    ),
    "Draw": Scope(
        {"foreign": "all", "org": "all org dept own", "bureau": "all area city", "area": "all area city"},
        (Listed("supervision_draw_list"),),
        reads=by_id("/api/superviseTask/load", "/api/superviseTask/picked"),
    ),
    "LabelBatch": Scope(
        {"foreign": "all", "org": "all org dept", "person": "all own"},
        (Listed("label_batch_list"),),
        reads=by_id(
            "/api/labelProj/load",
            *(f"/api/labelProj/{name}Start" for name in ("issue", "giveBack", "void")),
        ),
        writes=by_ids("/api/labelProj/delete"),
    ),
    "CarbonCopy": Scope(
        {"foreign": "all", "sent": "all org dept own", "received": "all org dept own", "draft": "all"}
        | {"bureau": "all area city", "handled": "all own"},
        (Listed("carbon_copy_list"),),
        reads=tuple(
            Reading(f"/api/carbonCopyManager/{one}", "notifyId")
            for one in ("findProcessLogsByNotifyId", "findEquipmentListByNotifyId")
        ),
    ),
    "Waybill": Scope(
        TILL,
        (Listed("express_list"),),
        reads=by_id("/api/express/record", "/api/express/load"),
    ),
    "PostedReport": Scope(TILL, writes=by_ids("/api/express/takeOut")),
    "NumberRange": Scope(
        TILL,
        (Listed("express_range_list"),),
        reads=by_id("/api/express/range/load"),
        writes=by_ids("/api/express/range/delete"),
    ),
    "FlowEdition": Scope({"foreign": EVERYBODY}, (Listed("flow_edition_list"),)),
    "FlowTrial": Scope(
        TILL,
        (Listed("flow_trial_list"),),
        reads=by_id("/api/flowDesigner/trial/record", "/api/flowDesigner/trial/progress"),
    ),
    "TemplateVersion": Scope({"foreign": EVERYBODY}, (Listed("report_template_versions"),)),
    "RuleRow": Scope({"foreign": EVERYBODY}),
    "TemplateTrial": Scope(
        TILL,
        (),
        reads=by_id("/api/reportTemplate/trial/record", "/api/reportTemplate/trial/progress"),
    ),
    "FeeReplay": Scope(
        TILL,
        (Listed("cha_replay_list"),),
        reads=by_id("/api/chamain/replay/record", "/api/chamain/replay/progress"),
        writes=by_ids("/api/chamain/replay/delete"),
    ),
    "Statement": Scope(
        TILL,
        (Listed("cha_statement_list"),),
        reads=by_id("/api/chamain/statement/progress"),
        writes=by_id("/api/chamain/statement/again"),
    ),
    "BankForm": Scope(
        TILL,
        (Listed("cha_bank_form_list"),),
        reads=by_id("/api/chamain/bankForm/record"),
        writes=by_ids("/api/chamain/bankForm/delete"),
    ),
    "StatementLine": Scope(TILL, (Listed("cha_statement_lines"),)),
    "ChargeEntry": Scope(CHARGED, (Listed("cha_entry_list"),)),
    "PayOrder": Scope(
        CHARGED,
        (Listed("cha_order_list"),),
        reads=by_id("/api/chamain/payOrder/load"),
        writes=by_id("/api/chamain/payOrder/settle", note="已退回"),
    ),
    "ReliefPolicy": Scope(OF_UNIT, (Listed("cha_policy_list"),), reads=by_id(f"{RELIEF}/record", f"{RELIEF}/load")),
    "ChargeOut": Scope(CHARGED, (Listed("cha_out_list"),)),
    "Surplus": Scope(
        CHARGED,
        (Listed("cha_surplus_list"),),
        reads=by_id("/api/chamain/surplus/record"),
        writes=by_ids(
            *(f"/api/chamain/surplus/{one}" for one in ("ask", "refuse", "giveBack", "none")),
            reason="重复支付",
            way="online",
        ),
    ),
    "CreditLine": Scope(
        CHARGED,
        (Listed("cha_credit_list"),),
        reads=by_id("/api/chamain/credit/record", "/api/chamain/credit/load"),
    ),
    "Account": Scope(
        CHARGED,
        (Listed("cha_account_list"),),
        reads=by_id("/api/chamain/account/record"),
        writes=by_ids("/api/chamain/account/take", amount="1", way="cash"),
    ),
    "AccountEntry": Scope(CHARGED, (Listed("cha_account_entries"),)),
    "BillRequest": Scope(
        CHARGED,
        (Listed("cha_bill_list"),),
        writes=by_ids("/api/chamain/billRequest/hold", "/api/chamain/billRequest/cancel", reason="抬头有误")
        + by_ids("/api/chamain/billRequest/again"),
    ),
    "Invoice": Scope(CHARGED, (Listed("cha_invoice_list"),), reads=by_id(f"{CHARGES}/downInvoice")),
    "StaffLeave": Scope(
        {"foreign": "all", "org": "all org", "dept": "all dept", "person": "all own"},
        (
            Listed("staff_leave_list"),
            Listed("staff_leave_own_list", sees={"person": "own"}),
        ),
        reads=by_id("/api/leave/load", "/api/leave/own/load"),
        writes=by_ids("/api/leave/delete", "/api/leave/own/delete"),
    ),
    "PlanProposal": Scope(
        {"foreign": "all", "org": "all org", "dept": "all dept"},
        (Listed("plan_list"),),
        reads=by_id("/api/plan/page"),
        writes=by_id("/api/plan/undo", "/api/plan/again", "/api/plan/drop", "/api/plan/accept"),
    ),
    "PlanLine": Scope(
        {"foreign": "all", "org": "all org", "dept": "all dept", "person": "all own"},
        (Listed("plan_done_list", sees={"foreign": "all", "org": "all org", "dept": "all dept", "person": "all"}),),
    ),
    "LearntMinutes": Scope({"foreign": "all", "org": "all org", "dept": "all dept"}, (Listed("plan_durations_list"),)),
    "SiteTime": Scope({"foreign": "all", "org": "all org", "dept": "all dept"}, (Listed("plan_site_time_list"),)),
    "Instrument": Scope(
        {"foreign": "all", "org": "all org dept", "person": "all own"},
        (Listed("instrument_list"), Listed("instrument_warn_list")),
        writes=by_id("/api/instrument/archives/calibrate", lastcal="2026-01-05", method="01", certno="JZ-1"),
    ),
    "InstrumentLoan": Scope(
        {"foreign": "all", "org": "all org dept own"},
        (Listed("instrument_loan_list"), Listed("instrument_loan_own_list", sees={})),
    ),
    "InstrumentOverhaul": Scope(
        {"foreign": "all", "org": "all org dept own"},
        (Listed("instrument_overhaul_list"),),
    ),
    "Sms": Scope({"foreign": "all", "org": "all org", "person": "all own"}, (Listed("sms_send_list"),)),
    "SmsReply": Scope({"foreign": "all", "org": "all org", "person": "all own"}, (Listed("sms_receive_list"),)),
    "Message": Scope({"foreign": "", "person": "own"}),
    "ImportRun": Scope({"foreign": "", "person": "own"}, reads=by_id("/api/import/progress", "/api/import/errors")),
    "ImportSource": Scope(
        {"foreign": "all", "org": "all org dept own", "unit": "all unit", "apart": "all", "nowhere": "all"},
        (Listed("import_source_list"),),
        writes=by_id("/api/import/deleteSource"),
    ),
    "SavedView": Scope({"foreign": "", "person": "own"}),
    "QuerySetting": Scope(
        {"foreign": "", "person": "own", "shared": "org dept own", "nowhere": ""},
        tuple(
            Listed(f"query_{k}_list", {"QuerySetting": {"kind": k}})
            for k in ("equipment", "unit", "maintenanceUnit", "person")
        ),
        reads=by_id("/api/querySetting/form"),
        writes=by_ids("/api/querySetting/deleteIds"),
    ),
    "SysUser": Scope(
        {"foreign": "all", "org": "all org", "dept": "all dept", "person": "all own"},
        (Listed("sys_user_list"),),
        reads=by_id("/api/system/user/load"),
        writes=by_ids("/api/system/user/disable") + by_id("/api/system/user/resetPassword", check="000000"),
    ),
    "Notice": Scope({"draft": "", "public": EVERYBODY}, (Listed("notice_list"),), without=("system:notice:save",)),
    "Param": Scope({"open": EVERYBODY}, (Listed("sys_param_list"),)),
    "AppVersion": Scope({"foreign": EVERYBODY}, (Listed("app_version_list"),)),
    "StorageCheck": Scope({"foreign": EVERYBODY}, (Listed("storage_check_list"),)),
    "ChainCheck": Scope({"foreign": EVERYBODY}, (Listed("sys_chain_check_list"),)),
}

# What everybody sees who may see the screen: reference data of the installation.
OPEN_TO_ALL = {
    "UserGroup",
    "InspectionTeam",
    "Org",
    "Role",
    "StaffQual",
    "DictItem",
    "AreaNode",
    "MenuNode",
    "CalendarDay",
    "FlowConf",
    "NumberRule",
}
OPEN_TO_ALL |= {
    "RuleRow",
    "RuleConfirmation",
    "FeeTableRow",
    "TemplateRow",
    "SmsTemplate",
    "SmsReconcile",
    "DateRun",
    "ProtectedChange",
    "HealthState",
}


def is_open(name: str) -> bool:
    """Whether rows of a model are hidden from nobody who may see its screen."""
    return name in OPEN_TO_ALL or set(SCOPES[name].sees.values()) == {EVERYBODY}


# Lists that are not walked here, and why.
ELSEWHERE = {
    **{f"jy_step_{s}": "names its reader: walks/test_guards" for s in ("RWQR", "BGSC", "BGLR")},
    **dict.fromkeys(
        ("turnaround_vessel_pick", "turnaround_line_pick"),
        "devices of one's own archive that a project may take: inspection/test_turnarounds",
    ),
    "intercity_query_list": "of institutes that stand in a city: inspection/test_far_queries",
    "pipe_business_list": "a row for each line of an inspection: quality/test_pipe_lists",
    "stat_report_list": "counted by a form within the scope of who asks: statistics/test_filed",
    "stat_hazard_list": "counted by a form within the scope of who asks: statistics/test_filed",
    "stat_defect_list": "counted by a form within the scope of who asks: statistics/test_filed",
    "stat_row_list": "as their edition is seen: statistics/test_editions",
    "stat_share_list": "as their edition is seen: statistics/test_editions",
    "plan_route_list": "names its reader: inspection/test_planning",
    "jy_sign_list": "names its reader: inspection/test_signatures",
    "jy_self_rollback": "names its reader: inspection/test_returns",
    "valve_bench_list": "names its reader: inspection/test_valves_by_excel",
    "flow_trial_lines": "of a trial: inspection/test_flow_designer",
    "report_template_trial_lines": "of a trial: inspection/test_templates",
    "cha_replay_sums": "of a replay: charging/test_replays",
    "cha_replay_lines": "of a replay: charging/test_replays",
    "date_change_list": "of a run: inspection/test_recompute",
    "cha_arrears_list": "sums: charging/test_arrears",
    "cha_relief_totals": "sums: charging/test_numbers",
    "cha_relief_lines": "of policies: charging/test_numbers",
    "cha_relief_units": "sums: charging/test_numbers",
    "instrument_box_list": "sums: instruments/test_instruments",
    "quality_return_list": "lines of the log of businesses: quality/test_reports",
    "quality_line_list": "lines of charges: quality/test_stats",
    "refinery_pipeline_inspections": "rows of lines: archives/test_refinery",
    "qualification_matrix_list": "inspections by rule, with who can do them: inspection/test_qualified",
    "sys_staff_qual_list": "people of the institute: system/test_accounts",
    "sys_notice_list": "needs the right that sees every notice",
    "sys_security_log_list": "the whole log: needs its right",
    "sys_audit_log_list": "the whole log: needs its right",
    "sys_session_list": "all sessions: needs its right",
    "error_logger": "all errors: needs its right",
    "api_access_list": "the whole log: watch/test_access",
    "query_result_list": "queries of one person: archives/test_queries",
}
