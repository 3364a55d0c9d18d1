import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { addContractFile, findContractFile, removeContractFile } from '#app/contracts/actions/contract_files'
import { changeableContract, scopedContract } from '#app/contracts/scoped'
import { fileValidator } from '#app/contracts/validators/contract_validator'
import { sendFile } from '#app/files/send_file'
import { actorOf } from '#app/identity/http/request_origin'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'

export default class ContractFilesController {
  async store(ctx: HttpContext) {
    const { id } = await changeableContract(ctx)
    const { file, kind } = await ctx.request.validateUsing(fileValidator)
    if (!file.tmpPath) throw new DomainError('E_FILE', 'Seleccione un archivo.', { field: 'files' })
    await addContractFile(
      id,
      { kind, name: file.clientName, bytes: await readFile(file.tmpPath) },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Archivo adjuntado.')
    return ctx.response.redirect().withQs().back()
  }

  async show(ctx: HttpContext) {
    const { id } = await scopedContract(ctx)
    const file = await findContractFile(id, Number(ctx.params.file))
    if (!file) throw new NotFound()
    return sendFile(ctx, file)
  }

  async destroy(ctx: HttpContext) {
    const { id } = await changeableContract(ctx)
    await removeContractFile(id, Number(ctx.params.file), actorOf(ctx))
    ctx.session.flash('success', 'Archivo eliminado.')
    return ctx.response.redirect().withQs().back()
  }
}
