import type { ItemTerms } from '#app/contracts/contract_terms'
import { minor4Text } from '#app/contracts/pricing/rate'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'

/** Replaces the prices of a draft. The database refuses it for anything else. */
export async function writeItems(
  contractId: number,
  items: readonly ItemTerms[],
  trx: Transaction
): Promise<void> {
  await execute(`delete from contract_items where contract_id = :contractId`, { contractId }, trx)
  if (items.length === 0) return
  await execute(
    `insert into contract_items (contract_id, position, code, description, unit, unit_price_minor4, min_qty, max_qty, valid_from, valid_to, tiers, keywords)
     select :contractId, i.position, i.code, i.description, i.unit, i.price, i.min_qty, i.max_qty, i.valid_from, i.valid_to, i.tiers, i.keywords
       from jsonb_to_recordset(:items::jsonb) as i(position int, code text, description text, unit text, price bigint, min_qty numeric, max_qty numeric,
         valid_from date, valid_to date, tiers jsonb, keywords text[])`,
    {
      contractId,
      items: JSON.stringify(
        items.map((item, index) => ({
          position: index + 1,
          code: item.code,
          description: item.description,
          unit: item.unit,
          price: item.unitPriceMinor4,
          min_qty: item.minQty,
          max_qty: item.maxQty,
          valid_from: item.validFrom,
          valid_to: item.validTo,
          tiers: item.tiers,
          keywords: item.keywords,
        }))
      ),
    },
    trx
  )
}

/** The prices as the trail keeps them, one text each. */
export async function itemTexts(contractId: number, trx: Transaction): Promise<string[]> {
  const found = await rows<{
    code: string
    description: string
    unit: string
    price: number
    validFrom: string
    validTo: string | null
    tiers: number
  }>(
    `select code, description, unit, unit_price_minor4 as price, valid_from, valid_to, jsonb_array_length(tiers) as tiers
       from contract_items where contract_id = :contractId order by position`,
    { contractId },
    trx
  )
  return found.map(
    ({ code, description, unit, price, validFrom, validTo, tiers }) =>
      `${code} ${description}: ${minor4Text(price)}/${unit} desde ${validFrom}${validTo ? ` hasta ${validTo}` : ''}${tiers > 0 ? `, ${tiers} tramos` : ''}`
  )
}
