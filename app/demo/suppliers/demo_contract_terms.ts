import type { BillingFrequency } from '#app/contracts/calendar/expected_periods'
import type { CapPeriod, ContractKind, Indexation } from '#app/contracts/contract_labels'
import type { Tier } from '#app/contracts/pricing/rate'

/** A contract of the demo; amounts in cents, prices in ten-thousandths. */
export type DemoContract = {
  provider: string
  sites: string[]
  title: string
  kind: ContractKind
  startedDaysAgo: number
  endsInDays: number | null
  noticeDays?: number
  autoRenew?: boolean
  frequency: BillingFrequency
  expectedDay?: number
  expectedMinor?: number
  capMinor?: number
  capPeriod?: CapPeriod
  indexation?: Indexation
  depositMinor?: number
  requiresMatch?: boolean
  notes?: string
  state: 'active' | 'pending' | 'draft'
  items: {
    code: string
    description: string
    unit: string
    unitPriceMinor4: number
    tiers?: Tier[]
    keywords?: string[]
  }[]
}

export const DEMO_CONTRACTS: DemoContract[] = [
  {
    provider: 'María Dolores Quintanar Ruiz',
    sites: ['HBS'],
    title: 'Alquiler del local de recepción',
    kind: 'rent',
    startedDaysAgo: 420,
    endsInDays: 1_400,
    noticeDays: 90,
    frequency: 'monthly',
    expectedDay: 3,
    expectedMinor: 206_500,
    indexation: 'ipc',
    depositMinor: 413_000,
    requiresMatch: true,
    notes: 'Dos mensualidades de fianza. Revisión anual con el IPC del mes anterior.',
    state: 'active',
    items: [
      {
        code: 'RENTA',
        description: 'Arrendamiento de local',
        unit: 'mes',
        unitPriceMinor4: 20_650_000,
        keywords: ['renta', 'alquiler'],
      },
    ],
  },
  {
    provider: 'Lavandería Industrial Costa Azul, S.L.',
    sites: ['HBS', 'GAH'],
    title: 'Lavandería de ropa de hotel',
    kind: 'service',
    startedDaysAgo: 400,
    endsInDays: 330,
    autoRenew: true,
    frequency: 'monthly',
    expectedDay: 5,
    indexation: 'fixed_percent',
    requiresMatch: true,
    state: 'active',
    items: [
      {
        code: 'LAV-MES',
        description: 'Servicio de lavandería de ropa de hotel',
        unit: 'mes',
        unitPriceMinor4: 16_000_000,
      },
      { code: 'LAV-SAB', description: 'Lavado y planchado de sábana', unit: 'ud', unitPriceMinor4: 6_850 },
      { code: 'LAV-TOA', description: 'Lavado de toalla de baño', unit: 'ud', unitPriceMinor4: 3_275 },
      { code: 'LAV-EDR', description: 'Lavado de edredón nórdico', unit: 'ud', unitPriceMinor4: 42_000 },
    ],
  },
  {
    provider: 'Distribuciones Alimentarias del Mediterráneo, S.A.',
    sites: ['GAH', 'RPC', 'HBS'],
    title: 'Acuerdo marco de cocina y bodega',
    kind: 'framework',
    startedDaysAgo: 320,
    endsInDays: 410,
    frequency: 'per_use',
    capMinor: 25_000_000,
    capPeriod: 'year',
    state: 'active',
    items: [
      {
        code: 'ACE-5L',
        description: 'Aceite de oliva virgen extra 5 l',
        unit: 'garrafa',
        unitPriceMinor4: 384_500,
        tiers: [
          { from_qty: '20', price_minor4: 369_000 },
          { from_qty: '60', price_minor4: 351_500 },
        ],
        keywords: ['aove', 'aceite oliva'],
      },
      {
        code: 'VIN-CRZ',
        description: 'Vino tinto crianza 75 cl',
        unit: 'botella',
        unitPriceMinor4: 62_000,
        tiers: [{ from_qty: '120', price_minor4: 57_500 }],
      },
      { code: 'HAR-25', description: 'Harina de trigo saco 25 kg', unit: 'saco', unitPriceMinor4: 178_000 },
    ],
  },
  {
    provider: 'Telecomunicaciones Iberia Red, S.A.',
    sites: ['HBS', 'GAH', 'RPC', 'ETS'],
    title: 'Fibra, telefonía y televisión',
    kind: 'supply',
    startedDaysAgo: 710,
    endsInDays: 24,
    noticeDays: 30,
    frequency: 'monthly',
    expectedDay: 2,
    state: 'active',
    items: [
      { code: 'FTTV', description: 'Fibra, telefonía y televisión', unit: 'mes', unitPriceMinor4: 6_200_000 },
    ],
  },
  {
    provider: 'Servicios Integrales Higialia, S.L.',
    sites: ['RPC', 'ETS'],
    title: 'Limpieza de zonas comunes y habitaciones',
    kind: 'service',
    startedDaysAgo: 390,
    endsInDays: 340,
    frequency: 'monthly',
    expectedDay: 15,
    capMinor: 9_000_000,
    capPeriod: 'contract',
    requiresMatch: true,
    state: 'active',
    items: [],
  },
  {
    provider: 'Ascensores Torre Norte, S.L.',
    sites: ['GAH', 'ETS'],
    title: 'Mantenimiento de ascensores',
    kind: 'maintenance',
    startedDaysAgo: 20,
    endsInDays: 700,
    frequency: 'monthly',
    state: 'pending',
    items: [
      { code: 'MANT', description: 'Mantenimiento de ascensores', unit: 'mes', unitPriceMinor4: 4_450_000 },
    ],
  },
  {
    provider: 'Publicidad Faro Creativo, S.L.',
    sites: ['GBS'],
    title: 'Campañas en medios digitales',
    kind: 'service',
    startedDaysAgo: 5,
    endsInDays: 360,
    frequency: 'per_use',
    capMinor: 2_400_000,
    capPeriod: 'year',
    state: 'draft',
    items: [],
  },
]
