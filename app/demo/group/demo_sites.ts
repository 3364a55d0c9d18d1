import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { createSite, type NewSite } from '#app/sites/actions/create_site'
import { saveCenter } from '#app/sites/actions/save_center'

export type DemoSite = { id: number; code: string; legalName: string; taxId: string; bankAccountId: number }

type Company = Pick<NewSite, 'code' | 'legalName' | 'tradeName' | 'taxId' | 'kind' | 'territory'> & {
  city: string
  province: string
  bank: string
  bankName: string
  openingMinor: number
  hotel?: { code: string; name: string; rooms?: number }
}

const COMPANIES: Company[] = [
  {
    code: 'GBS',
    legalName: 'Grupo Bahía Serena Holding, S.L.',
    tradeName: 'Grupo Bahía Serena',
    taxId: 'B84291731',
    kind: 'holding',
    territory: 'peninsula_baleares',
    city: 'Madrid',
    province: '28',
    bank: '00490001',
    bankName: 'Santander holding',
    openingMinor: 84_500_000,
  },
  {
    code: 'HBS',
    legalName: 'Hoteles Bahía Serena, S.L.',
    tradeName: 'Hotel Bahía Serena',
    taxId: 'B44712032',
    kind: 'hotel_operator',
    territory: 'peninsula_baleares',
    city: 'Málaga',
    province: '29',
    bank: '21000418',
    bankName: 'CaixaBank operativa',
    openingMinor: 61_200_000,
    hotel: { code: 'SER', name: 'Bahía Serena', rooms: 124 },
  },
  {
    code: 'GAH',
    legalName: 'Gran Albufera Hoteles, S.L.U.',
    tradeName: 'Gran Albufera',
    taxId: 'B98355142',
    kind: 'hotel_operator',
    territory: 'peninsula_baleares',
    city: 'Valencia',
    province: '46',
    bank: '00810200',
    bankName: 'Sabadell operativa',
    openingMinor: 72_300_000,
    hotel: { code: 'ALB', name: 'Gran Albufera', rooms: 188 },
  },
  {
    code: 'RPC',
    legalName: 'Restauración Puerta del Carmen, S.L.',
    tradeName: 'Puerta del Carmen',
    taxId: 'B88044177',
    kind: 'hotel_operator',
    territory: 'peninsula_baleares',
    city: 'Zaragoza',
    province: '50',
    bank: '01820600',
    bankName: 'BBVA operativa',
    openingMinor: 47_850_000,
    hotel: { code: 'CAR', name: 'Puerta del Carmen', rooms: 76 },
  },
  {
    code: 'AMS',
    legalName: 'Apartamentos Maspalomas Sol, S.L.',
    tradeName: 'Maspalomas Sol',
    taxId: 'B35600212',
    kind: 'hotel_operator',
    territory: 'canarias',
    city: 'San Bartolomé de Tirajana',
    province: '35',
    bank: '01280700',
    bankName: 'Bankinter operativa',
    openingMinor: 39_400_000,
    hotel: { code: 'MAS', name: 'Maspalomas Sol', rooms: 96 },
  },
  {
    code: 'ETS',
    legalName: 'Explotaciones Turísticas Sa Ribera, S.A.',
    tradeName: 'Sa Ribera',
    taxId: 'A07309123',
    kind: 'hotel_operator',
    territory: 'peninsula_baleares',
    city: 'Palma',
    province: '07',
    bank: '00610300',
    bankName: 'Banca March operativa',
    openingMinor: 52_750_000,
    hotel: { code: 'RIB', name: 'Sa Ribera', rooms: 112 },
  },
]

/** The holding and its five hotel companies, each with plan, two open years, a bank account and its hotel. */
export async function createDemoSites(day: CalendarDate, actor: Actor): Promise<DemoSite[]> {
  const startedOn = addDays(day, -400)
  const sites: DemoSite[] = []
  for (const [index, company] of COMPANIES.entries())
    sites.push(await createCompany(company, index, startedOn, day, actor, sites[0]?.id ?? null))
  return sites
}

async function createCompany(
  company: Company,
  index: number,
  startedOn: CalendarDate,
  _day: CalendarDate,
  actor: Actor,
  parent: number | null
): Promise<DemoSite> {
  const { taxId } = company
  const id = await createSite(
    {
      ...company,
      startedOn,
      plan: 'normal',
      parentSiteId: parent,
      ownershipPercent: parent ? '100.00' : null,
      provinceCode: company.province,
    },
    actor
  )
  await inTransaction(async (trx) => {
    await execute(
      `update sites set status = 'active', auto_book_limit_minor = 0, max_writeoff_minor = 50, invoice_email_alias = :alias, color = :color where id = :id`,
      {
        id,
        alias: `facturas+${company.code.toLowerCase()}@bahiaserena.test`,
        color: ['teal', 'blue', 'grape', 'orange', 'green'][index] ?? 'gray',
      },
      trx
    )
  })
  const { code, name, rooms = null } = company.hotel ?? { code: 'OFI', name: 'Oficinas centrales' }
  await saveCenter({ siteId: id, centerId: null }, { code, name, rooms, pmsCode: null, active: true }, actor)
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

function demoIban(bankAndBranch: string, index: number): string {
  return ibanFromCcc(`${bankAndBranch}${String(1_000_200_300 + index * 7_351_117).padStart(10, '0')}`) ?? ''
}
