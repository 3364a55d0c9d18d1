import { supplierContractsOf } from '#app/contracts/queries/supplier_contracts'
import { counted } from '#app/kernel/text/counted'
import { openMatters, supplierContracts, supplierDocuments } from '#app/providers/ports'
import { categoryUses } from '#app/sites/ports'

/** Answers what suppliers and categories ask of contracts. */
export function answerPorts(): void {
  supplierContracts.answer(supplierContractsOf)
  openMatters.answer({
    rows: supplierContractsOf.inForce,
    says: (count) => counted(count, 'contrato en vigor', 'contratos en vigor'),
  })
  supplierDocuments.answer({
    rows: (provider) => `select 1 from provider_contracts where provider_id = ${provider}`,
  })
  categoryUses.answer({
    rows: (category) => `select 1 from provider_contracts where category_id = ${category}`,
    one: 'contrato',
    many: 'contratos',
  })
}
