/** The part of the browser's BarcodeDetector we use; not all browsers have one. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

declare global {
  var BarcodeDetector: DetectorClass | undefined
}

const vinFormats = ['code_39', 'code_128', 'data_matrix', 'qr_code']

/** VIN formats this browser can read; none without a detector or camera access. */
async function readableFormats(): Promise<string[]> {
  // Missing on insecure pages, despite its type.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  const known = mediaDevices && (await globalThis.BarcodeDetector?.getSupportedFormats())
  return vinFormats.filter((format) => known?.includes(format))
}

export const canScan = async (): Promise<boolean> => (await readableFormats()).length > 0

/** Creates a VIN barcode detector. Rejects if unsupported. */
export async function makeDetector(): Promise<Detector> {
  const { BarcodeDetector: DetectorHere } = globalThis
  const formats = await readableFormats()
  if (!DetectorHere || formats.length === 0) throw new Error('No codes are read here')
  return new DetectorHere({ formats })
}
