"""Faults planted in who handles which step, and in what the inspectors and the office ask of each other."""

from tools.fault import Fault

FAULTS = [
    Fault(
        "step given to somebody waits for all",
        "kit/process.py",
        "[or_(given == [], given.overlap(me.names))]",
        "[]",
        "inspection/test_given_steps.py",
        "only_who_was_named",
    ),
    Fault(
        "flow configuration forgets whom it named",
        "inspection/flow/steps.py",
        "return list(row.actors) if row else []",
        "return []",
        "inspection/test_given_steps.py",
        "role_or_a_department",
    ),
    Fault(
        "main inspector of a step that is given to others",
        "inspection/flow/business.py",
        "g.main_is_given,\n",
        "\n",
        "inspection/test_given_steps.py",
        "not_offered_as_one",
    ),
    Fault(
        "task arranged though nobody can go on",
        "inspection/flow/business.py",
        "g.steps_are_given,\n",
        "\n",
        "inspection/test_given_steps.py",
        "people_are_gone",
    ),
    Fault(
        "step given to somebody without its permission",
        "system/rules/flow.py",
        "Role.permissions.contains([move.may])",
        "Role.permissions.contains([])",
        "system/test_flow_configuration.py",
        "only_to_those_who_may",
    ),
    Fault(
        "less specific row of the flow configuration counts",
        "system/rules/models.py",
        "return bool(self.equclass), bool(self.testsort), bool(self.seisort)",
        "return bool(self.seisort), bool(self.testsort), bool(self.equclass)",
        "system/test_flow_configuration.py",
        "says_most",
    ),
    Fault(
        "flow version counts before its day",
        "inspection/flow/steps.py",
        'FlowConf.process == "inspection", begun)',
        'FlowConf.process == "inspection")',
        "system/test_flow_configuration.py",
        "from_its_day",
    ),
]
