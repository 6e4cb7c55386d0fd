/** A car as people say it: "2018 Toyota Camry". */
export function vehicleName(vehicle: { year: string; make: string; model: string }): string {
  return `${vehicle.year} ${vehicle.make} ${vehicle.model}`
}
