import { categoryUses } from '#app/sites/ports'

/** Answers what categories ask of contracts. */
export function answerPorts(): void {
  categoryUses.answer({
    rows: (category) => `select 1 from provider_contracts where category_id = ${category}`,
    one: 'contrato',
    many: 'contratos',
  })
}
