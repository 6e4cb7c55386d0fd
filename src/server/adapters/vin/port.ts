/** A decoded vehicle. Everything beyond the make may be missing from the data. */
export type DecodedVin = {
  vin: string
  make: string
  /** Common name: "Silverado 2500", "Mazda3", "328i". */
  model?: string
  year?: number
  series?: string
  trim?: string
  /** Liters, one decimal. */
  displacementL?: number
  cylinders?: number
  engineLayout?: string
  engineModel?: string
  turbo?: boolean
  /** "Gasoline", "Diesel", "Electric", … in vPIC's words; a flexible-fuel engine is Gasoline. */
  fuel?: string
  secondFuel?: string
  electrification?: 'BEV' | 'PHEV' | 'HEV' | 'FCEV'
  vehicleType?: string
  grossWeight?: string
  checkDigitOk: boolean
  /** Fields inferred rather than read from the data. */
  derived: DerivableField[]
}

export type DerivableField =
  | 'model'
  | 'displacementL'
  | 'cylinders'
  | 'fuel'
  | 'turbo'
  | 'electrification'

export type VinDecoder = {
  /** Undefined for a malformed VIN, an unknown manufacturer, or anything but a car or truck. */
  decode(vin: string): Promise<DecodedVin | undefined>
  /** Loads in advance what the first decoding would otherwise wait for. */
  prepare?(): Promise<unknown>
}
