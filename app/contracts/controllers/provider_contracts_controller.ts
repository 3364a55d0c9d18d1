import { readFile } from 'node:fs/promises'
import type { MultipartFile } from '@adonisjs/core/bodyparser'
import type { HttpContext } from '@adonisjs/core/http'
import type { ContractUpload } from '#app/contracts/actions/contract_files'
import {
  createContract,
  deleteContract,
  refuseNotDraft,
  updateContract,
} from '#app/contracts/actions/save_contract'
import { CONTRACT_KINDS } from '#app/contracts/contract_labels'
import { contractOptions, contractValues, findProviderChoice } from '#app/contracts/queries/contract_form'
import { contractHead, contractPage } from '#app/contracts/queries/contract_page'
import { listFiles } from '#app/contracts/queries/contract_parts'
import { CONTRACT_FILTERS, contractsListFor, OF_SITES } from '#app/contracts/queries/list_contracts'
import {
  assertSitesInScope,
  changeableContract,
  limitToContracts,
  scopedContract,
} from '#app/contracts/scoped'
import { termsOf } from '#app/contracts/validators/contract_form'
import {
  createContractValidator,
  updateContractValidator,
} from '#app/contracts/validators/contract_validator'
import { contractWorkflow } from '#app/contracts/workflows/contract_workflow'
import { actorOf } from '#app/identity/http/request_origin'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'

export default class ProviderContractsController {
  async index(ctx: HttpContext) {
    const list = contractsListFor(scopeOf(ctx))
    const request = listRequest(ctx, list.definition)
    const filter = indexFilter(ctx)
    if (await exportDeclared(ctx, list, { request, filter })) return
    return ctx.inertia.render('providers/contracts/index', {
      contracts: await listOf(list, request, filter),
      states: Object.entries(contractWorkflow.states).map(([value, { label }]) => ({ value, label })),
      kinds: optionsOf(CONTRACT_KINDS),
    })
  }

  async create(ctx: HttpContext) {
    const wanted = Number((ctx.request.qs() as Record<string, unknown>).provider_id)
    return ctx.inertia.render('providers/contracts/create', {
      options: await contractOptions(scopeOf(ctx)),
      provider: Number.isSafeInteger(wanted) && wanted > 0 ? await findProviderChoice(wanted) : null,
    })
  }

  async store(ctx: HttpContext) {
    const { signed, annexes, ...given } = await ctx.request.validateUsing(createContractValidator)
    assertSitesInScope(ctx, given.site_ids)
    const uploads = await uploadsOf(signed ?? null, annexes ?? [])
    const { id, reference } = await createContract(termsOf(given), actorOf(ctx), uploads)
    ctx.session.flash('success', `Contrato ${reference} guardado como borrador.`)
    return ctx.response.redirect().toPath(`/provider-contracts/${id}`)
  }

  async show(ctx: HttpContext) {
    const contract = await scopedContract(ctx)
    return ctx.inertia.render('providers/contracts/show', await contractPage(contract, viewerOf(ctx)))
  }

  async edit(ctx: HttpContext) {
    const contract = await changeableContract(ctx)
    refuseNotDraft(contract)
    return ctx.inertia.render('providers/contracts/edit', {
      contract: await contractHead(contract, viewerOf(ctx)),
      values: await contractValues(contract),
      files: await listFiles(contract.id),
      options: await contractOptions(scopeOf(ctx)),
    })
  }

  async update(ctx: HttpContext) {
    const { id } = await changeableContract(ctx)
    const { lock_version: lockVersion, ...given } = await ctx.request.validateUsing(updateContractValidator)
    assertSitesInScope(ctx, given.site_ids)
    await updateContract(id, { ...termsOf(given), lockVersion }, actorOf(ctx))
    ctx.session.flash('success', 'Cambios guardados.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { id, reference } = await changeableContract(ctx)
    await deleteContract(id, actorOf(ctx))
    ctx.session.flash('success', `Borrador ${reference} eliminado.`)
    return ctx.response.redirect().toPath('/provider-contracts')
  }
}

export function viewerOf(ctx: HttpContext) {
  const { user, siteIds } = requireSignedIn(ctx)
  return { id: user.id, role: user.role, scope: siteIds }
}

async function uploadsOf(signed: MultipartFile | null, annexes: MultipartFile[]): Promise<ContractUpload[]> {
  const uploads: ContractUpload[] = []
  for (const [index, file] of [signed, ...annexes].entries()) {
    if (!file?.tmpPath) continue
    const kind = index === 0 ? 'signed' : 'annex'
    uploads.push({ kind, name: file.clientName, bytes: await readFile(file.tmpPath) })
  }
  return uploads
}

function indexFilter(ctx: HttpContext): Filter {
  const query = ctx.request.qs() as Record<string, unknown>
  const filters = new QueryFilters(ctx)
    .keys('provider_id', 'c.provider_id')
    .oneOf('status', 'c.status', Object.keys(contractWorkflow.states))
    .oneOf('kind', 'c.kind', Object.keys(CONTRACT_KINDS))
  const sites = [query.site_ids ?? []]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  if (sites.length > 0) filters.add(OF_SITES, { wantedSites: sites })
  for (const [name, sql] of Object.entries(CONTRACT_FILTERS)) if (query[name]) filters.add(sql)
  filters.words(searchText(ctx), 'c.search_text')
  limitToContracts(ctx, filters.filter)
  return filters.filter
}
