"""The classes that have screens of their own: their pages and names."""

# class → (route of the list, route of the form, route of the create form, name)
SCREENS = {
    "1000": ("boiler", "boilerForm", "createBoilerForm", "锅炉"),
    "2000": ("pressureVessel", "pressureVesselForm", "createPressureVesselForm", "压力容器"),
    "3000": ("elevator", "elevatorForm", "createElevatorForm", "电梯"),
    "4000": ("hoistingMachinery", "hoistingMachineryForm", "createHoistingMachineryForm", "起重机械"),
    "5000": (
        "fieldMotorVehicles",
        "fieldMotorVehiclesForm",
        "createFieldMotorVehiclesForm",
        "场（厂）内专用机动车辆",
    ),
    "6000": (
        "majorAmusementFacilities",
        "majorAmusementFacilitiesForm",
        "createMajorAmusementFacilitiesForm",
        "大型游乐设施",
    ),
    "8000": ("pressurePiping", "pressurePipingForm", "createPressurePipingForm", "压力管道"),
    "9000": ("passengerRopeway", "passengerRopewayForm", "createPassengerRopewayForm", "客运索道"),
}


def form_link(equclass: str) -> str:
    return f"/bsArchives/equipment/{SCREENS[equclass][1]}?id={{id}}"


def page_of(equclass: str, key: str) -> str:
    """The address of the page of a device; '' where there is no device."""
    return form_link(equclass).format(id=key) if key and equclass in SCREENS else ""
