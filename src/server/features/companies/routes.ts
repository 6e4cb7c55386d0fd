import {
  addPlace,
  changePlace,
  removePlace,
} from '#server/features/accounts/actions/change-places.ts'
import {
  type DescribedVehicle,
  describeVehicle,
} from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import { companiesOf, companyFor } from '#server/reads/companies.ts'
import { personName } from '#server/reads/people.ts'
import type { companies } from '#shared/contract/companies.ts'
import { isOn } from '#shared/contract/fields.ts'
import { mayManage, maySeeAmounts } from '#shared/rules/companies.ts'
import { paths } from '#shared/rules/paths.ts'
import { answerApproval } from './actions/answer-approval.ts'
import { bookCarsOnce } from './actions/book-cars.ts'
import { cancelVisit } from './actions/cancel-visit.ts'
import { importCars } from './actions/import-cars.ts'
import { addCar, changeCar, removeCar } from './actions/company-cars.ts'
import { mergeCompany, moveCar } from './actions/move-cars.ts'
import { endMembership, inviteMember } from './actions/members.ts'
import { addCompany, changeCompany, changingYards } from './actions/save-company.ts'
import { visitLinkFor } from './actions/visit-link.ts'
import { type CarsFile, readCarsFile } from './cars-file.ts'
import { carsFor, findCompanies, membersOf, officeCompany, ownCompany } from './queries.ts'
import { approvalFor, approvalOfLink } from './queries/approvals.ts'
import { visitsFor } from './queries/company-visits.ts'

export const companyRoutes = {
  'GET /api/admin/companies': ({ query }) => findCompanies(query.search),

  'POST /api/admin/companies': async ({ person, body, reply }) => {
    const company = await addCompany(person, body)
    setVersion(reply, company.version)
    return officeCompany(company)
  },

  'GET /api/admin/companies/{id}': async ({ person, params, reply }) => {
    const { company } = await companyFor(person, params.id)
    setVersion(reply, company.version)
    return officeCompany(company)
  },

  'PATCH /api/admin/companies/{id}': async ({ person, params, body, request, reply }) => {
    const version = wantedVersion(request)
    const company = await changeCompany(person, params.id, { ...body, version })
    setVersion(reply, company.version)
    return officeCompany(company)
  },

  'POST /api/admin/companies/{id}/cars/{vehicleId}/move': ({ person, params, body }) =>
    moveCar(person, params.id, params.vehicleId, body.companyId),

  'POST /api/admin/companies/{id}/merge': ({ person, params, body }) =>
    mergeCompany(person, params.id, body.companyId),

  'GET /api/companies': async ({ person }) =>
    Promise.all(
      (await companiesOf(person)).map(async ({ company, role }) => ({
        id: company.id,
        name: await personName(company.accountId),
        role,
      })),
    ),

  'GET /api/companies/{id}': async ({ person, params }) =>
    ownCompany(await companyFor(person, params.id)),

  'POST /api/companies/{id}/members': async ({ person, params, body }) => {
    await inviteMember(person, params.id, body)
    return membersOf(params)
  },

  'DELETE /api/companies/{id}/members/{userId}': ({ person, params }) =>
    endMembership(person, params.id, params.userId),

  'GET /api/companies/{id}/cars': async ({ person, params }) =>
    carsFor(person, await companyFor(person, params.id)),

  'POST /api/companies/{id}/cars': {
    async prepare({ person, params, body }) {
      await companyFor(person, params.id, mayManage)
      const { unitNumber: _unit, driverId: _driver, ...form } = body
      return describeVehicle(form, '')
    },
    async act({ person, params, body }, car: DescribedVehicle) {
      return { id: await addCar(person, params.id, body, car) }
    },
  },

  'POST /api/companies/{id}/cars/import': {
    async prepare({ person, params, body }) {
      await companyFor(person, params.id, mayManage)
      return readCarsFile(body)
    },
    act: ({ person, params, query }, file: CarsFile) =>
      importCars(person, params.id, file, { dryRun: isOn(query.dryRun) }),
  },

  'PATCH /api/companies/{id}/cars/{vehicleId}': ({ person, params, body }) =>
    changeCar(person, params.id, params.vehicleId, body),

  'DELETE /api/companies/{id}/cars/{vehicleId}': ({ person, params }) =>
    removeCar(person, params.id, params.vehicleId),

  'POST /api/companies/{id}/yards': async ({ person, params, body }) => {
    const { company } = await companyFor(person, params.id, mayManage)
    return changingYards(person, company, () => addPlace(company.accountId, body))
  },

  'PATCH /api/companies/{id}/yards/{yardId}': async ({ person, params, body }) => {
    const { company } = await companyFor(person, params.id, mayManage)
    return changingYards(person, company, () => changePlace(company.accountId, params.yardId, body))
  },

  'DELETE /api/companies/{id}/yards/{yardId}': async ({ person, params }) => {
    const { company } = await companyFor(person, params.id, mayManage)
    await changingYards(person, company, () => removePlace(company.accountId, params.yardId))
  },

  'GET /api/companies/{id}/visits': async ({ person, params, query }) =>
    visitsFor(person, await companyFor(person, params.id), query.when),

  'POST /api/companies/{id}/bookings': ({ person, params, body, key }) =>
    bookCarsOnce(person, params.id, body, key),

  'POST /api/companies/{id}/visits/{jobId}/cancel': ({ person, params, body }) =>
    cancelVisit(person, params.id, params.jobId, body),

  'POST /api/companies/{id}/visits/{jobId}/answer': ({ person, params, body }) =>
    answerApproval(person, params.id, params.jobId, body.approved),

  'GET /api/company-approvals/{token}': ({ params }) => approvalFor(params.token),

  'POST /api/company-approvals/{token}': async ({ params, body }) => {
    const { person, companyId, jobId } = await approvalOfLink(params.token)
    await answerApproval(person, companyId, jobId, body.approved)
  },

  'POST /api/companies/{id}/visits/{jobId}/link': async ({ person, params }) => {
    const acting = await companyFor(person, params.id, maySeeAmounts)
    return { path: paths.guestVisit(await visitLinkFor(person, acting, params.jobId)) }
  },
} satisfies HandlersOf<typeof companies>
