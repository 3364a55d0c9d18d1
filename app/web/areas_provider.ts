import type { ApplicationService } from '@adonisjs/core/types'
import { bringEntries } from '#app/identity/menu'
import { declareImports } from '#app/imports/area_imports'
import { declareJobs } from '#app/jobs/area_jobs'
import { declarePurges } from '#app/jobs/area_purges'
import { guardRefusals } from '#app/kernel/database/refusals'
import { bringDocuments } from '#app/ledger/document_kinds'
import { bringParties } from '#app/ledger/party_kinds'
import { watchInvariants } from '#app/ledger/queries/check_invariants'
import { AREAS } from '#app/web/areas'
import { databaseRefusal } from '#app/web/database_refusals'

/** Lets every area register what lower floors need of it, and start what it does by itself in a process that serves. */
export default class AreasProvider {
  constructor(protected app: ApplicationService) {}

  boot() {
    guardRefusals.answer(databaseRefusal)
    for (const area of AREAS) {
      bringEntries(area)
      bringDocuments(area)
      bringParties(area)
      watchInvariants(area)
      declareJobs(area)
      declarePurges(area)
      declareImports(area)
      area.boot?.()
    }
  }

  async ready() {
    if (this.app.getEnvironment() === 'web') for (const area of AREAS) await area.ready?.()
  }

  async shutdown() {
    if (this.app.getEnvironment() === 'web') for (const area of AREAS) await area.shutdown?.()
  }
}
