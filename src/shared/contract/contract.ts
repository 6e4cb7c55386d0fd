import { accounts } from './accounts.ts'
import { dashboard, schedule } from './admin.ts'
import { attention } from './attention.ts'
import { audit } from './audit.ts'
import { booking } from './booking.ts'
import { calendarFeeds } from './calendar-feeds.ts'
import { callers } from './callers.ts'
import { cardNetworkCalls } from './card-network.ts'
import { cards } from './cards.ts'
import { catalog } from './catalog.ts'
import { charges } from './charges.ts'
import { closures } from './closures.ts'
import { conversation } from './conversation.ts'
import { companies } from './companies.ts'
import { contact } from './contact.ts'
import { coreSpots } from './core-spots.ts'
import { dailyClose } from './daily-close.ts'
import { customerMerging } from './customer-merging.ts'
import { customers } from './customers.ts'
import { diagnostics } from './diagnostics.ts'
import { dispatch } from './dispatch.ts'
import { engines } from './engines.ts'
import { estimates } from './estimates.ts'
import { exports } from './exports.ts'
import { guests } from './guests.ts'
import { imports } from './imports.ts'
import { invoices } from './invoices.ts'
import { jobHistory } from './job-history.ts'
import { jobs } from './jobs.ts'
import { logos } from './logo.ts'
import { mapTiles } from './map-tiles.ts'
import { inspections } from './inspections.ts'
import { messageWords } from './editable-messages.ts'
import { deliveries } from './deliveries.ts'
import { notifications } from './notifications.ts'
import { push } from './push.ts'
import { operations } from './operations.ts'
import { ownData } from './own-data.ts'
import { payments } from './payments.ts'
import { places } from './places.ts'
import { positions } from './positions.ts'
import { photos } from './photos.ts'
import { products } from './products.ts'
import { plans } from './plans.ts'
import { promotions } from './promotions.ts'
import { ownTextCalls } from './public-texts.ts'
import { recommendations } from './recommendations.ts'
import { receipts } from './receipts.ts'
import { recovery } from './recovery.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { serviceArea } from './service-area.ts'
import { adminSettings } from './settings.ts'
import { setup } from './setup.ts'
import { statements } from './statements.ts'
import { team } from './team.ts'
import { technicianWork } from './technician-work.ts'
import { technicians } from './technicians.ts'
import { unsentWork } from './unsent-work.ts'
import { vehicles } from './vehicles.ts'
import { waitlist } from './waitlist.ts'

/** Every call of the product. Server handlers, client types, OpenAPI and the role tests derive from it. */
export const contract = {
  ...operations,
  ...ownTextCalls,
  ...accounts,
  ...team,
  ...ownData,
  ...places,
  ...vehicles,
  ...recovery,
  ...booking,
  ...waitlist,
  ...companies,
  ...statements,
  ...guests,
  ...serviceArea,
  ...coreSpots,
  ...catalog,
  ...products,
  ...plans,
  ...promotions,
  ...engines,
  ...jobs,
  ...charges,
  ...jobHistory,
  ...conversation,
  ...positions,
  ...notifications,
  ...deliveries,
  ...push,
  ...contact,
  ...payments,
  ...cardNetworkCalls,
  ...cards,
  ...photos,
  ...inspections,
  ...unsentWork,
  ...recommendations,
  ...receipts,
  ...invoices,
  ...reviews,
  ...dashboard,
  ...attention,
  ...schedule,
  ...closures,
  ...calendarFeeds,
  ...diagnostics,
  ...dispatch,
  ...customerMerging,
  ...customers,
  ...imports,
  ...estimates,
  ...exports,
  ...technicians,
  ...technicianWork,
  ...adminSettings,
  ...setup,
  ...messageWords,
  ...mapTiles,
  ...logos,
  ...search,
  ...callers,
  ...audit,
  ...dailyClose,
}
export type Contract = typeof contract
