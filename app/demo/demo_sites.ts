import type { Actor } from '#app/audit/record_event'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { addDays, type CalendarDate, yearOf } from '#app/kernel/calendar_date'
import { ibanFromCcc } from '#app/kernel/iban'
import { execute, inTransaction } from '#app/kernel/sql'
import { openFiscalYear } from '#app/ledger/actions/instantiate_plan'
import { createSite, type NewSite } from '#app/sites/actions/create_site'

export type DemoSite = { id: number; code: string; legalName: string; taxId: string; bankAccountId: number }

type Company = Pick<NewSite, 'code' | 'legalName' | 'tradeName' | 'taxId' | 'kind' | 'territory'> & {
  city: string
  province: string
  bank: string
  bankName: string
  openingMinor: number
  hotel?: { code: string; name: string; rooms: number }
}

const COMPANIES: Company[] = [
  { code: 'GCH', legalName: 'Grupo Costa Hoteles Holding, S.L.', tradeName: 'Costa Hoteles', taxId: 'B84291730', kind: 'holding', territory: 'peninsula_baleares', city: 'Madrid', province: '28', bank: '00490001', bankName: 'Santander holding', openingMinor: 84_500_000 },
  { code: 'HMAR', legalName: 'Hotel Mirador del Mar, S.L.', tradeName: 'Hotel Mirador del Mar', taxId: 'B03517264', kind: 'hotel_operator', territory: 'peninsula_baleares', city: 'Alicante', province: '03', bank: '21000418', bankName: 'CaixaBank operativa', openingMinor: 61_200_000, hotel: { code: 'MIR', name: 'Mirador del Mar', rooms: 124 } },
  { code: 'HSIE', legalName: 'Hotel Sierra Alta, S.A.', tradeName: 'Hotel Sierra Alta', taxId: 'A18640251', kind: 'hotel_operator', territory: 'peninsula_baleares', city: 'Granada', province: '18', bank: '01820600', bankName: 'BBVA operativa', openingMinor: 47_850_000, hotel: { code: 'SIE', name: 'Sierra Alta', rooms: 76 } },
  { code: 'HCEN', legalName: 'Hoteles Centro Urbano, S.L.', tradeName: 'Centro Urbano', taxId: 'B61739482', kind: 'hotel_operator', territory: 'peninsula_baleares', city: 'Barcelona', province: '08', bank: '00810200', bankName: 'Sabadell operativa', openingMinor: 72_300_000, hotel: { code: 'CEN', name: 'Centro Urbano', rooms: 188 } },
  { code: 'HDUN', legalName: 'Dunas Canarias Hotel, S.L.', tradeName: 'Dunas Canarias', taxId: 'B35826407', kind: 'hotel_operator', territory: 'canarias', city: 'Las Palmas de Gran Canaria', province: '35', bank: '01280700', bankName: 'Bankinter operativa', openingMinor: 39_400_000, hotel: { code: 'DUN', name: 'Dunas Canarias', rooms: 152 } },
]

/** The holding and its four hotel companies, each with plan, two open years, a bank account and its hotel. */
export async function createDemoSites(day: CalendarDate, actor: Actor): Promise<DemoSite[]> {
  const startedOn = addDays(day, -400)
  const sites: DemoSite[] = []
  for (const [index, company] of COMPANIES.entries()) sites.push(await createCompany(company, index, startedOn, day, actor, sites[0]?.id ?? null))
  return sites
}

async function createCompany(company: Company, index: number, startedOn: CalendarDate, day: CalendarDate, actor: Actor, parent: number | null): Promise<DemoSite> {
  const taxId = validCif(company.taxId)
  const id = await createSite(
    { ...company, taxId, startedOn, plan: 'normal', parentSiteId: parent, ownershipPercent: parent ? '100.00' : null, provinceCode: company.province },
    actor
  )
  await inTransaction(async (trx) => {
    for (let year = yearOf(startedOn); year <= yearOf(day); year++) await openFiscalYear(id, year, 1, trx)
    await execute(`update sites set status = 'active', auto_book_limit_minor = 0, color = :color where id = :id`, { id, color: ['teal', 'blue', 'grape', 'orange', 'green'][index] ?? 'gray' }, trx)
    if (company.hotel) {
      await execute(`insert into site_centers (site_id, code, name, rooms) values (:id, :code, :name, :rooms)`, { id, ...company.hotel }, trx)
    }
  })
  const bankAccountId = await openBankAccount(
    {
      siteId: id,
      name: company.bankName,
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: demoIban(company.bank, index),
      holderName: company.legalName,
      openedOn: startedOn,
      openingBalanceMinor: company.openingMinor,
      isPayerDefault: true,
    },
    actor
  )
  return { id, code: company.code, legalName: company.legalName, taxId, bankAccountId }
}

/** The CIF with the control digit that its seven digits ask for. */
function validCif(taxId: string): string {
  const digits = [...taxId.slice(1, 8)].map(Number)
  const sum = digits.reduce((total, digit, position) => total + (position % 2 === 0 ? Math.floor((digit * 2) / 10) + ((digit * 2) % 10) : digit), 0)
  return `${taxId.slice(0, 8)}${(10 - (sum % 10)) % 10}`
}

function demoIban(bankAndBranch: string, index: number): string {
  const account = String(1_000_200_300 + index * 7_351_117).padStart(10, '0')
  return ibanFromCcc(`${bankAndBranch}${controlDigit(`00${bankAndBranch}`)}${controlDigit(account)}${account}`) ?? ''
}

function controlDigit(ten: string): number {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
  const rest = 11 - ([...ten].reduce((sum, digit, position) => sum + Number(digit) * (weights[position] ?? 0), 0) % 11)
  return rest === 10 ? 1 : rest === 11 ? 0 : rest
}
