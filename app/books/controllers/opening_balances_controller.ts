import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { createOpening } from '#app/books/actions/create_opening'
import { openingValidator } from '#app/books/validators/book_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertCompany } from '#app/identity/http/scope'
import { DomainError } from '#app/kernel/domain_error'
import { calendarDate } from '#app/kernel/time/calendar_date'

/** Saldos iniciales: the balances with which a company begins, from a file; a draft until somebody else approves it. */
export default class OpeningBalancesController {
  async create(ctx: HttpContext) {
    return ctx.inertia.render('books/opening_balances/create', {})
  }

  async store(ctx: HttpContext) {
    const given = await ctx.request.validateUsing(openingValidator)
    await assertCompany(ctx, given.site_id)
    if (!given.file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    const id = await createOpening(
      {
        siteId: given.site_id,
        postedOn: calendarDate(given.posted_on),
        bytes: await readFile(given.file.tmpPath),
        fileName: given.file.clientName,
        difference: given.takes_difference ? 'to_equity' : 'refuse',
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Borrador guardado: otra persona debe aprobarlo.')
    return ctx.response.redirect(`/accounts/journal/manual/${id}`)
  }
}
