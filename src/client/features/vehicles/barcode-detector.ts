/** The part of the browser's own detector that we use; not every browser has one. */
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

/** What VINs are printed as. */
const vinFormats = ['code_39', 'code_128', 'data_matrix', 'qr_code']

/** Those that this browser reads; none where it reads no codes, or may have no camera. */
async function readableFormats(): Promise<string[]> {
  // Not there on a page that was not loaded safely, whatever its type says.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  const known = mediaDevices && (await globalThis.BarcodeDetector?.getSupportedFormats())
  return vinFormats.filter((format) => known?.includes(format))
}

export const canScan = async (): Promise<boolean> => (await readableFormats()).length > 0

/** A detector of what VINs are printed as. Rejects where there is none. */
export async function makeDetector(): Promise<Detector> {
  const { BarcodeDetector: DetectorHere } = globalThis
  const formats = await readableFormats()
  if (!DetectorHere || formats.length === 0) throw new Error('No codes are read here')
  return new DetectorHere({ formats })
}
