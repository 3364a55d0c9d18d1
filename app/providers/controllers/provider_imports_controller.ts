import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { findUpload } from '#app/files/uploads'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { uuidParam } from '#app/kernel/http/uuid_param'
import { counted } from '#app/kernel/text/counted'
import {
  importProviders,
  previewImport,
  undoImport,
  uploadImport,
} from '#app/providers/actions/import_providers'
import { FURTHER_COLUMNS, NEEDED_COLUMNS } from '#app/providers/import_rows'
import { listImports } from '#app/providers/queries/provider_imports'
import { providerImportValidator } from '#app/providers/validators/provider_validator'

/** Many suppliers from a file: kept, looked at, imported as a whole, taken back as a whole. */
export default class ProviderImportsController {
  async create(ctx: HttpContext) {
    const asked = (ctx.request.qs() as Record<string, unknown>).import
    return ctx.inertia.render('providers/imports/create', {
      preview: asked === undefined ? null : await previewImport(await ownUpload(ctx, asked), actorOf(ctx)),
      imports: await listImports(),
      columns: { needed: NEEDED_COLUMNS, further: FURTHER_COLUMNS },
    })
  }

  /** Keeps the file and leads to its preview; nothing is imported. */
  async upload(ctx: HttpContext) {
    const { file } = await ctx.request.validateUsing(providerImportValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    const id = await uploadImport(
      { name: file.clientName, bytes: await readFile(file.tmpPath) },
      actorOf(ctx)
    )
    return ctx.response.redirect(`/providers/imports/create?import=${id}`)
  }

  async store(ctx: HttpContext) {
    const count = await importProviders(uuidParam(ctx.params.import), actorOf(ctx))
    ctx.session.flash('success', `${counted(count, 'proveedor importado', 'proveedores importados')}.`)
    return ctx.response.redirect('/providers')
  }

  async destroy(ctx: HttpContext) {
    const removed = await undoImport(uuidParam(ctx.params.import), actorOf(ctx))
    ctx.session.flash(
      'success',
      `Importación deshecha: ${counted(removed, 'proveedor retirado', 'proveedores retirados')}.`
    )
    return ctx.response.redirect('/providers/imports/create')
  }
}

/** Only who uploaded a file looks at it; of any other not even its existence shows. */
async function ownUpload(ctx: HttpContext, asked: unknown) {
  const upload = await findUpload('provider_imports', {
    importId: uuidParam(asked),
    userId: actorOf(ctx).userId,
  })
  if (!upload) throw new NotFound()
  return upload
}
