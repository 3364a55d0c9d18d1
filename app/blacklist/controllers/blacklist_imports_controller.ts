import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { importEntries, undoEntries, uploadEntries } from '#app/blacklist/actions/import_entries'
import { listImports, previewUpload } from '#app/blacklist/queries/blacklist_import'
import { importFileValidator } from '#app/blacklist/validators/entry_validator'
import { findUpload } from '#app/files/uploads'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { uuidParam } from '#app/kernel/http/uuid_param'

const BYTES_MAX = 5 * 1024 * 1024

/** Many accounts from a file: kept, looked at, listed as a whole, taken back as a whole. */
export default class BlacklistImportsController {
  async create(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const asked = (ctx.request.qs() as Record<string, unknown>).import
    const upload =
      asked === undefined
        ? null
        : await findUpload('iban_blacklist_imports', { importId: uuidParam(asked), userId: user.id })
    if (asked !== undefined && !upload) throw new NotFound()
    return ctx.inertia.render('blacklist/imports/create', {
      preview: upload ? await previewUpload(upload) : null,
      imports: await listImports(user.id),
    })
  }

  /** Keeps the file and leads to its preview; nothing is listed. */
  async upload(ctx: HttpContext) {
    const { file } = await ctx.request.validateUsing(importFileValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    if (file.size > BYTES_MAX)
      throw new DomainError('E_FILE_SIZE', 'El archivo supera el máximo (5 MB).', { field: 'file' })
    const id = await uploadEntries(
      { name: file.clientName, bytes: await readFile(file.tmpPath) },
      actorOf(ctx)
    )
    return ctx.response.redirect(`/iban-blacklist/imports/create?import=${id}`)
  }

  async store(ctx: HttpContext) {
    const { imported, report } = await importEntries(uuidParam(ctx.params.import), actorOf(ctx))
    ctx.session.flash(
      'success',
      `${imported === 1 ? '1 IBAN importado' : `${imported} IBAN importados`}. ${report}`
    )
    return ctx.response.redirect('/iban-blacklist')
  }

  async destroy(ctx: HttpContext) {
    const removed = await undoEntries(uuidParam(ctx.params.import), actorOf(ctx))
    ctx.session.flash('success', `Importación deshecha: ${removed} IBAN retirados.`)
    return ctx.response.redirect('/iban-blacklist/imports/create')
  }
}
