import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { saveMapping, uploadStatement } from '#app/accounts/actions/upload_statement'
import { reconcilableAccount } from '#app/accounts/scoped'
import { mappingOf } from '#app/accounts/statements/tables/mapping_form'
import { statementPreviewValidator } from '#app/accounts/validators/statement_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { DomainError } from '#app/kernel/domain_error'

export default class StatementPreviewsController {
  /** Keeps the file, or the columns of one kept before, and leads to its preview; nothing is imported. */
  async store(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const input = await ctx.request.validateUsing(statementPreviewValidator)
    if (input.file_id) {
      await saveMapping(account.id, mappingOf(input, account.currency), actorOf(ctx))
      return ctx.response.redirect(`/accounts/${account.id}/statements/create?file=${input.file_id}`)
    }
    const { file } = input
    if (!file?.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'file' })
    assertFileBytes(file.size)
    const fileId = await uploadStatement({
      bankAccountId: account.id,
      name: file.clientName,
      bytes: await readFile(file.tmpPath),
      actor: actorOf(ctx),
    })
    return ctx.response.redirect(`/accounts/${account.id}/statements/create?file=${fileId}`)
  }
}
