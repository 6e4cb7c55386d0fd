import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { inOwnWords } from '#server/base/owner-spanish.ts'
import { queryRows } from '#server/database/database.ts'
import { packagesOnSale } from '#server/features/catalog/queries.ts'
import { receiptGaps } from '#server/features/catalog/queries/receipt-gaps.ts'
import { logoOnPaper } from '#server/features/settings/queries.ts'
import { storedCoreSpots } from '#server/features/service-area/queries.ts'
import type { FileResult } from '#shared/contract/endpoint.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { parseAddress } from '#shared/rules/address.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { nextService } from '#shared/rules/next-service.ts'
import { receiptRules } from '#shared/rules/receipt-rules.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'
import { t } from '#shared/texts/t.ts'
import { receiptPdf } from '../receipt-pdf.ts'

type Profile = NonNullable<Receipt['profile']>

/** Facts missing by a state's rules, the state of most core spots, and a sample receipt. */
export async function receiptProfileFor(state: string | undefined) {
  const { receiptRegistration } = currentSettings()
  return {
    suggested: await stateOfMostSpots(),
    missing: state ? await receiptGaps(state, receiptRegistration) : [],
    sample: await sampleReceipt(state),
  }
}

async function stateOfMostSpots(): Promise<string | null> {
  const counts = new Map<string, number>()
  for (const { address, isActive } of await storedCoreSpots()) {
    const { state } = parseAddress(address)
    if (state && isActive) counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
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

async function sampleProfile(
  state: string,
  offer: { id: string; oilType: NonNullable<Receipt['work']['oilType']> } | undefined,
): Promise<Profile> {
  const settings = currentSettings()
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
    parts: offer ? await partsOfPackage(offer.id) : [],
    tires: receiptRules(state).facts.includes('tires') ? { psi: [35, 35, 33, 33] } : null,
    subtotals: null,
    warranty: inOwnWords(settings.receiptWarranty),
    nextService: {
      on: next.state === 'none' ? null : next.date,
      miles: next.state === 'none' ? null : next.atMiles,
      words: inOwnWords(settings.receiptNextService),
    },
  }
}

const partsOfPackage = (packageId: string) =>
  queryRows<Profile['parts'][number]>(
    {
      name: 'sample-receipt-parts',
      text: `select p.name, u.quantity * case when u.per_quart then ${sampleQuarts} else 1 end as quantity,
          p.brand, p.viscosity, p.service_category, p.part_number, p.condition
        from package_products u join products p on p.id = u.product_id
        where u.package_id = $1 order by p.category desc, p.name, p.id`,
    },
    [packageId],
  )

/** The sample as PDF. */
export async function sampleFile(state: string | undefined): Promise<FileResult> {
  return {
    file: 'pdf',
    name: 'receipt-sample.pdf',
    bytes: await receiptPdf(await sampleReceipt(state), await logoOnPaper()),
  }
}
