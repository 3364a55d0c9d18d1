import { type Actor, recordEvent } from '#app/audit/record_event'
import { inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import Site from '#app/sites/models/site'
import { activationBlockers, archiveBlockers, type Blocker } from '#app/sites/queries/site_blockers'
import { type SiteTransition, siteWorkflow } from '#app/sites/workflows/site_workflow'

type Input = { siteId: number; transition: SiteTransition; reason: string | null }

/**
 * Activates, archives or reactivates a company. Throws E_BLOCKED with everything that stands in the way, E_REASON when
 * a reactivation says no why, E_TRANSITION from another state.
 */
export async function moveSite({ siteId, transition, reason }: Input, actor: Actor): Promise<void> {
  if (transition === 'reactivate') givenReason(reason)
  await inTransaction(async (trx) => {
    const site = await Site.query({ client: trx }).where('id', siteId).forUpdate().firstOrFail()
    const from = site.status
    site.status = siteWorkflow.next(from, transition)
    if (transition === 'activate') refuseBlocked(await activationBlockers(siteId, trx), 'activar')
    if (transition === 'archive') refuseBlocked(await archiveBlockers(siteId, trx), 'archivar')
    site.merge({ lockVersion: site.lockVersion + 1, updatedBy: actor.userId })
    await site.save()
    await recordEvent(
      {
        actor,
        objectType: 'site',
        objectId: siteId,
        siteId,
        event: `site.${transition}`,
        from,
        to: site.status,
        reason,
      },
      trx
    )
  })
}

function refuseBlocked(blockers: Blocker[], verb: string): void {
  if (blockers.length === 0) return
  throw new DomainError(
    'E_BLOCKED',
    `No se puede ${verb} la empresa. ${blockers.map(({ text }) => text).join(' ')}`
  )
}
