import type { Actor } from '#app/audit/record_event'
import { ibanFromCcc } from '#app/kernel/iban'
import { execute, oneRow } from '#app/kernel/sql'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'
import { createProvider } from '#app/providers/actions/save_provider'

/** A supplier of the demo and the way it bills: once a month to each of its companies. */
export type DemoProvider = {
  name: string
  taxIdType: 'cif' | 'nif'
  taxId: string
  category: string
  kind: 'supplier' | 'landlord' | 'professional'
  concept: string
  baseMinMinor: number
  baseMaxMinor: number
  vat: string
  withholding: string | null
  day: number
  sites: string[]
  iban: string | null
}

export const DEMO_PROVIDERS: DemoProvider[] = [
  {
    name: 'Lavandería Industrial Costa Azul, S.L.',
    taxIdType: 'cif',
    taxId: 'B29188349',
    category: 'Lavandería',
    kind: 'supplier',
    concept: 'Servicio de lavandería de ropa de hotel',
    baseMinMinor: 90000,
    baseMaxMinor: 210000,
    vat: 'IVA21',
    withholding: null,
    day: 5,
    sites: ['HBS', 'GAH'],
    iban: 'ES3521002204516975683570',
  },
  {
    name: 'Distribuciones Alimentarias del Mediterráneo, S.A.',
    taxIdType: 'cif',
    taxId: 'A46119277',
    category: 'Alimentación y bebidas',
    kind: 'supplier',
    concept: 'Géneros de cocina y bodega',
    baseMinMinor: 180000,
    baseMaxMinor: 640000,
    vat: 'IVA10',
    withholding: null,
    day: 12,
    sites: ['GAH', 'RPC', 'HBS'],
    iban: 'ES9800810653779820404234',
  },
  {
    name: 'Servicios Integrales Higialia, S.L.',
    taxIdType: 'cif',
    taxId: 'B84551209',
    category: 'Limpieza',
    kind: 'supplier',
    concept: 'Limpieza de zonas comunes y habitaciones',
    baseMinMinor: 420000,
    baseMaxMinor: 760000,
    vat: 'IVA21',
    withholding: null,
    day: 15,
    sites: ['RPC', 'ETS'],
    iban: 'ES8501280061179189562487',
  },
  {
    name: 'Energía Levantina Comercializadora, S.A.U.',
    taxIdType: 'cif',
    taxId: 'A66209156',
    category: 'Electricidad',
    kind: 'supplier',
    concept: 'Suministro eléctrico',
    baseMinMinor: 240000,
    baseMaxMinor: 520000,
    vat: 'IVA21',
    withholding: null,
    day: 8,
    sites: ['GAH', 'HBS', 'RPC'],
    iban: null,
  },
  {
    name: 'María Dolores Quintanar Ruiz',
    taxIdType: 'nif',
    taxId: '27418863B',
    category: 'Alquileres',
    kind: 'landlord',
    concept: 'Arrendamiento de local',
    baseMinMinor: 206500,
    baseMaxMinor: 206500,
    vat: 'IVA21',
    withholding: 'IRPF19',
    day: 3,
    sites: ['HBS'],
    iban: 'ES3021030146995476018134',
  },
  {
    name: 'Ferrán & Olmedo Abogados, S.C.P.',
    taxIdType: 'cif',
    taxId: 'J66177205',
    category: 'Profesionales',
    kind: 'professional',
    concept: 'Asesoramiento jurídico',
    baseMinMinor: 140000,
    baseMaxMinor: 290000,
    vat: 'IVA21',
    withholding: 'IRPF15',
    day: 20,
    sites: ['RPC', 'ETS'],
    iban: 'ES6500491811313650353147',
  },
  {
    name: 'Suministros Hosteleros Atlántico, S.L.',
    taxIdType: 'cif',
    taxId: 'B35771609',
    category: 'Amenities',
    kind: 'supplier',
    concept: 'Amenities y menaje',
    baseMinMinor: 120000,
    baseMaxMinor: 300000,
    vat: 'IGIC7',
    withholding: null,
    day: 18,
    sites: ['AMS'],
    iban: 'ES6921007210332536211468',
  },
  {
    name: 'Aguas del Tajo Servicios, S.A.',
    taxIdType: 'cif',
    taxId: 'A86543303',
    category: 'Agua',
    kind: 'supplier',
    concept: 'Suministro de agua',
    baseMinMinor: 38000,
    baseMaxMinor: 92000,
    vat: 'IVA10',
    withholding: null,
    day: 10,
    sites: ['RPC', 'GAH'],
    iban: null,
  },
  {
    name: 'Telecomunicaciones Iberia Red, S.A.',
    taxIdType: 'cif',
    taxId: 'A81733529',
    category: 'Telecomunicaciones',
    kind: 'supplier',
    concept: 'Fibra, telefonía y televisión',
    baseMinMinor: 45000,
    baseMaxMinor: 68000,
    vat: 'IVA21',
    withholding: null,
    day: 2,
    sites: ['HBS', 'GAH', 'RPC', 'ETS'],
    iban: null,
  },
  {
    name: 'Ascensores Torre Norte, S.L.',
    taxIdType: 'cif',
    taxId: 'B82812710',
    category: 'Reparaciones y conservación',
    kind: 'supplier',
    concept: 'Mantenimiento de ascensores',
    baseMinMinor: 31000,
    baseMaxMinor: 54000,
    vat: 'IVA21',
    withholding: null,
    day: 6,
    sites: ['GAH', 'ETS'],
    iban: null,
  },
  {
    name: 'Climatización Vega Baja, S.L.',
    taxIdType: 'cif',
    taxId: 'B53891909',
    category: 'Reparaciones y conservación',
    kind: 'supplier',
    concept: 'Revisión de climatización',
    baseMinMinor: 26000,
    baseMaxMinor: 240000,
    vat: 'IVA21',
    withholding: null,
    day: 22,
    sites: ['HBS', 'ETS'],
    iban: null,
  },
  {
    name: 'Publicidad Faro Creativo, S.L.',
    taxIdType: 'cif',
    taxId: 'B64971096',
    category: 'Publicidad',
    kind: 'supplier',
    concept: 'Campaña en medios digitales',
    baseMinMinor: 90000,
    baseMaxMinor: 260000,
    vat: 'IVA21',
    withholding: null,
    day: 25,
    sites: ['GBS', 'ETS'],
    iban: null,
  },
  {
    name: 'Mensajería Rápida del Ebro, S.L.',
    taxIdType: 'cif',
    taxId: 'B50100007',
    category: 'Transportes',
    kind: 'supplier',
    concept: 'Servicios de mensajería',
    baseMinMinor: 8500,
    baseMaxMinor: 31000,
    vat: 'IVA21',
    withholding: null,
    day: 28,
    sites: ['RPC', 'GBS'],
    iban: null,
  },
  {
    name: 'Auditores Asociados Retiro, S.L.P.',
    taxIdType: 'cif',
    taxId: 'B83200006',
    category: 'Profesionales',
    kind: 'supplier',
    concept: 'Honorarios de auditoría',
    baseMinMinor: 350000,
    baseMaxMinor: 350000,
    vat: 'IVA21',
    withholding: null,
    day: 14,
    sites: ['GBS'],
    iban: null,
  },
  {
    name: 'Hogarex Mobiliario Contract, S.A.',
    taxIdType: 'cif',
    taxId: 'A58700006',
    category: 'Inmovilizado',
    kind: 'supplier',
    concept: 'Mobiliario de habitaciones',
    baseMinMinor: 480000,
    baseMaxMinor: 1900000,
    vat: 'IVA21',
    withholding: null,
    day: 9,
    sites: ['ETS', 'HBS'],
    iban: null,
  },
  {
    name: 'Carburantes La Ribera, S.L.',
    taxIdType: 'cif',
    taxId: 'B46300000',
    category: 'Gas',
    kind: 'supplier',
    concept: 'Gas propano',
    baseMinMinor: 60000,
    baseMaxMinor: 180000,
    vat: 'IVA21',
    withholding: null,
    day: 17,
    sites: ['ETS', 'AMS'],
    iban: null,
  },
]

export type MadeProvider = DemoProvider & { id: number; bankIban: string; isVerified: boolean }

/** The suppliers of the demo, each with a bank detail that a second person verified long ago; the last one waits. */
export async function createDemoProviders(accountant: Actor, senior: Actor): Promise<MadeProvider[]> {
  const made: MadeProvider[] = []
  for (const [index, provider] of DEMO_PROVIDERS.entries()) {
    const bankIban =
      provider.iban ??
      ibanFromCcc(
        `2038${String(1000 + index * 37).padStart(4, '0')}${String(3_300_450_000 + index * 91_733).padStart(10, '0')}`
      ) ??
      ''
    const { id: categoryId } = await oneRow<{ id: number }>(`select id from categories where name = :name`, {
      name: provider.category,
    })
    const id = await createProvider(
      {
        legalName: provider.name,
        taxIdType: provider.taxIdType,
        taxId: provider.taxId,
        country: 'ES',
        kind: provider.kind,
        categoryId,
        source: 'import',
      },
      accountant
    )
    const isVerified = index < DEMO_PROVIDERS.length - 1
    // An account that nobody has verified yet comes from another hand than the invoices, or the audit stops them (S1).
    const bank = { providerId: id, iban: bankIban, holderName: provider.name }
    const bankId = await addBank(bank, isVerified ? accountant : senior)
    if (isVerified) {
      await verifyBank({ providerId: id, bankId }, 'certificate', senior)
      await execute(
        `update provider_banks set payable_from = now() - interval '300 days', created_at = now() - interval '390 days', verified_at = now() - interval '389 days' where id = :bankId`,
        { bankId }
      )
    }
    await execute(`update providers set created_at = now() - interval '395 days' where id = :id`, { id })
    made.push({ ...provider, id, bankIban, isVerified })
  }
  return made
}
