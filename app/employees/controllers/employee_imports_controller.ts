import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { importEmployees, undoImport, uploadImport } from '#app/employees/actions/import_employees'
import { FURTHER_COLUMNS, NEEDED_COLUMNS } from '#app/employees/import_rows'
import { listImports, previewImport } from '#app/employees/queries/employee_import'
import { importUploadValidator } from '#app/employees/validators/employee_validator'
import { findUpload } from '#app/files/uploads'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { uuidParam } from '#app/kernel/http/uuid_param'
import { counted } from '#app/kernel/text/counted'

/** Many employees from a file: kept, looked at, imported as a whole, taken back as a whole. */
export default class EmployeeImportsController {
  async create(ctx: HttpContext) {
    const asked = (ctx.request.qs() as Record<string, unknown>).import
    const scope = scopeOf(ctx)
    return ctx.inertia.render('employees/imports/create', {
      preview: asked === undefined ? null : await previewImport(await ownUpload(ctx, asked), scope),
      imports: await listImports(scope),
      columns: { needed: NEEDED_COLUMNS, further: FURTHER_COLUMNS },
    })
  }

  /** Keeps the file and leads to its preview; nothing is imported. */
  async upload(ctx: HttpContext) {
    const { file } = await ctx.request.validateUsing(importUploadValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    assertFileBytes(file.size)
    const bytes = await readFile(file.tmpPath)
    const id = await uploadImport({ name: file.clientName, bytes }, scopeOf(ctx), actorOf(ctx))
    return ctx.response.redirect(`/employees/imports/create?import=${id}`)
  }

  async store(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const count = await importEmployees(
      { importId: uuidParam(ctx.params.import), userId: user.id, scope: scopeOf(ctx) },
      actorOf(ctx)
    )
    ctx.session.flash('success', `${counted(count, 'empleado importado', 'empleados importados')}.`)
    return ctx.response.redirect('/employees')
  }

  async destroy(ctx: HttpContext) {
    const removed = await undoImport(
      { importId: uuidParam(ctx.params.import), scope: scopeOf(ctx) },
      actorOf(ctx)
    )
    ctx.session.flash(
      'success',
      `Importación deshecha: ${counted(removed, 'empleado retirado', 'empleados retirados')}.`
    )
    return ctx.response.redirect('/employees/imports/create')
  }
}

/** Only who uploaded a file looks at it; of any other not even its existence shows. */
async function ownUpload(ctx: HttpContext, asked: unknown) {
  const upload = await findUpload('employee_imports', {
    importId: uuidParam(asked),
    userId: requireSignedIn(ctx).user.id,
  })
  if (!upload) throw new NotFound()
  return upload
}
