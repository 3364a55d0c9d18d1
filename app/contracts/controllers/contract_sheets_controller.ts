import type { HttpContext } from '@adonisjs/core/http'
import { contractSheet } from '#app/contracts/contract_sheet'
import { viewerOf } from '#app/contracts/controllers/provider_contracts_controller'
import { contractPage } from '#app/contracts/queries/contract_page'
import { scopedContract } from '#app/contracts/scoped'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { reportPdf } from '#app/kernel/documents/pdf_report'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { formatInstant } from '#app/kernel/time/calendar_date'

export default class ContractSheetsController {
  /** The contract on paper. */
  async show(ctx: HttpContext) {
    const contract = await scopedContract(ctx)
    const page = await contractPage(contract, viewerOf(ctx))
    const file = await reportPdf(contractSheet(page), {
      title: `${contract.reference} · ${contract.title}`,
      subtitle: `${page.contract.provider} · ${page.contract.status.label}`,
      printed: `${requireSignedIn(ctx).user.name} · ${formatInstant(new Date())}`,
    })
    ctx.response.header('content-disposition', attachmentHeader(`contrato-${contract.reference}.pdf`))
    ctx.response.header('cache-control', 'private, no-store')
    ctx.response.header('content-type', 'application/pdf')
    return ctx.response.send(file)
  }
}
