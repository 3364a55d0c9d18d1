import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import type { ExportFormat } from '#app/kernel/lists/export_file'
import { requestExport } from '#app/web/actions/request_export'

/** What only says how a list is shown on the screen. */
const NOT_THE_LIST = ['export', 'page', 'per_page', 'cursor', 'count']

/** Sends a list that is too long for one answer to the background, and the person back to the list. */
export async function answerLargeExport(
  ctx: HttpContext,
  { name, format }: { name: string; format: ExportFormat }
): Promise<void> {
  const query = new URLSearchParams(ctx.request.parsedUrl.query ?? '')
  for (const key of NOT_THE_LIST) query.delete(key)
  const path = ctx.request.url()
  await requestExport({
    userId: requireSignedIn(ctx).user.id,
    name,
    format,
    path,
    query: query.toString(),
  })
  ctx.session.flash(
    'info',
    'La lista tiene más de 20.000 filas: el archivo se prepara en segundo plano. Se le avisará cuando esté listo y podrá descargarlo en Exportaciones durante 24 horas.'
  )
  ctx.response.redirect().toPath(query.size > 0 ? `${path}?${query}` : path)
}
