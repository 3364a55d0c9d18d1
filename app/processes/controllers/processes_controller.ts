import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { S } from '#app/identity/roles'
import { PROCESS_GROUPS } from '#app/jobs/job'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { backupDuty } from '#app/processes/backup_duty'
import { listProcesses } from '#app/processes/queries/list_processes'
import { listedProcesses } from '#app/processes/queries/listed_processes'
import { processFigures } from '#app/processes/queries/process_figures'

/** Everything that runs by itself. */
export default class ProcessesController {
  async index(ctx: HttpContext) {
    const { user, siteIds } = requireSignedIn(ctx)
    const all = await listProcesses({ siteIds, canPauseCritical: user.role === S })
    const query = ctx.request.qs() as Record<string, unknown>
    const request = listRequest(ctx, { sorts: {}, defaultSort: 'group' })
    return ctx.inertia.render('processes/index', {
      processes: listedProcesses(all, { query, words: searchText(ctx), request }),
      figures: await processFigures(all.map(({ id }) => id)),
      isPastTwoFactor: user.isPastTwoFactor,
      groups: [...PROCESS_GROUPS],
      backup: backupDuty(),
      open: typeof query.open === 'string' ? query.open : null,
    })
  }
}
