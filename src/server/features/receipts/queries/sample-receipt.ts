import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { queryRow } from '#server/database/database.ts'
import { packagePartsSql, packagesOnSale } from '#server/features/catalog/queries.ts'
import { receiptGaps } from '#server/features/catalog/queries/receipt-gaps.ts'
import { logoOnPaper } from '#server/features/settings/queries.ts'
import { storedCoreSpots } from '#server/features/service-area/queries.ts'
import type { ServicePackage } from '#shared/contract/catalog.ts'
import type { FileResult } from '#shared/contract/endpoint.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { type LineKind, type PackagePart, packageLines, totalsOf } from '#shared/rules/lines.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { nextService } from '#shared/rules/next-service.ts'
import { receiptRules, showsSubtotals } from '#shared/rules/receipt-rules.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'
import { stateOfMostSpots } from '#shared/rules/tax-by-state.ts'
import { t } from '#shared/texts/t.ts'
import { receiptPdf } from '../receipt-pdf.ts'

type Profile = NonNullable<Receipt['profile']>

/** Facts missing by a state's rules, the state of most core spots, and a sample receipt. */
export async function receiptProfileFor(state: string | undefined) {
  const { receiptRegistration } = currentSettings()
  return {
    suggested: stateOfMostSpots(await storedCoreSpots()),
    missing: state ? await receiptGaps(state, receiptRegistration) : [],
    sample: await sampleReceipt(state),
  }
}

/** A sample receipt with the recommended package, by a state's rules, or without a profile if no state is given. */
async function sampleReceipt(state: string | undefined): Promise<Receipt> {
  const { brandName, supportEmail, supportPhone, timeZone } = currentSettings()
  const today = businessToday()
  const onSale = await packagesOnSale()
  const offer = onSale.find(({ isRecommended }) => isRecommended) ?? onSale[0]
  const price = decimalFromCents(Math.round((offer?.basePrice ?? 0) * 100))
  const [slot] = slotsOfDay(today, currentSettings())
  const at = now().toISOString()
  return {
    jobId: '',
    number: t('Sample'),
    status: 'completed',
    paymentState: 'paid',
    business: { name: brandName, email: supportEmail, phone: supportPhone, timeZone },
    customerName: t('Sample customer'),
    vehicle: { year: '2018', make: 'Toyota', model: 'Camry', licensePlate: 'ABC 1234' },
    serviceAddress: '1 Sample Street',
    scheduledDate: today,
    scheduledTime: slot === undefined ? '' : slotLabel(slot),
    bookedAt: at,
    completedAt: at,
    cancelledAt: null,
    lines: offer
      ? [
          {
            kind: 'package',
            name: inOwnWords(offer.name),
            quantity: 1,
            unitPrice: price,
            amount: price,
          },
        ]
      : [],
    cost: {
      quoted: price,
      lines: price,
      adjustments: [],
      amount: price,
      charged: '0.00',
      refunded: '0.00',
      paid: price,
      recorded: price,
      held: '0.00',
      due: '0.00',
      fee: '0.00',
      excess: '0.00',
    },
    work: {
      oilType: offer?.oilType ?? null,
      oilGrade: null,
      filledQuarts: sampleQuarts,
      odometerMiles: sampleMiles,
      filters: [],
      checklist: [],
      photos: [],
    },
    profile: state ? await sampleProfile(state, offer) : null,
    movements: [],
  }
}

const sampleQuarts = 5
const sampleMiles = 45_210

async function sampleProfile(state: string, offer: ServicePackage | undefined): Promise<Profile> {
  const settings = currentSettings()
  const lines = offer
    ? packageLines(
        {
          name: offer.name,
          cents: Math.round(offer.basePrice * 100),
          taxable: false,
          parts: await partsOfPackage(offer.id),
        },
        { quarts: sampleQuarts, mode: 'none' },
      )
    : []
  const centsOf = (kind: LineKind) => totalsOf(lines.filter((line) => line.kind === kind)).cents
  const today = businessToday()
  const next = nextService(
    {
      oilType: offer?.oilType ?? null,
      lastServiceDate: today,
      lastServiceMiles: sampleMiles,
      odometer: [],
    },
    today,
  )
  return {
    registrationNumber: settings.receiptRegistration,
    technician: t('Sample technician'),
    vin: '4T1B11HK5JU000000',
    parts: lines.flatMap(({ product, quantity }) =>
      product ? [{ ...product, name: inOwnWords(product.name), quantity }] : [],
    ),
    tires: receiptRules(state).facts.includes('tires') ? { psi: [35, 35, 33, 33] } : null,
    subtotals: showsSubtotals(state, settings.taxMode)
      ? { parts: decimalFromCents(centsOf('part')), labor: decimalFromCents(centsOf('labor')) }
      : null,
    warranty: inOwnWords(settings.receiptWarranty),
    nextService: {
      on: next.state === 'none' ? null : next.date,
      miles: next.state === 'none' ? null : next.atMiles,
      words: inOwnWords(settings.receiptNextService),
    },
  }
}

const partsOfPackage = async (packageId: string) =>
  (
    await queryRow<{ parts: PackagePart[] }>(
      {
        name: 'sample-receipt-parts',
        text: `select ${packagePartsSql('$1::uuid')} as parts`,
      },
      [packageId],
    )
  )?.parts ?? []

/** The sample as PDF. */
export async function sampleFile(state: string | undefined): Promise<FileResult> {
  return {
    file: 'pdf',
    name: 'receipt-sample.pdf',
    bytes: await receiptPdf(await sampleReceipt(state), await logoOnPaper()),
  }
}
