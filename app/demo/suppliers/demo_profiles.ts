import type { Actor } from '#app/audit/record_event'
import type { MadeProvider } from '#app/demo/suppliers/demo_providers'
import { oneRow } from '#app/kernel/database/sql'
import { createProfile } from '#app/profiles/actions/save_profile'
import type { KeywordInput } from '#app/profiles/profile_input'

type Words = {
  include: [text: string, weight: number][]
  require?: string[]
  exclude?: string[]
  fuzzy?: string[]
}
type DemoProfile = Words & { name: string; category: string; provider?: string; minScore?: number }

const PROFILES: DemoProfile[] = [
  {
    name: 'Electricidad',
    category: 'Electricidad',
    include: [
      ['electricidad', 60],
      ['suministro eléctrico', 70],
      ['término de potencia', 60],
      ['peaje de acceso', 50],
    ],
    fuzzy: ['electricidad'],
  },
  {
    name: 'Agua de red',
    category: 'Agua',
    include: [
      ['suministro de agua', 70],
      ['agua', 40],
      ['alcantarillado', 50],
      ['saneamiento', 40],
    ],
    exclude: ['embotellada', 'mineral'],
  },
  {
    name: 'Gas',
    category: 'Gas',
    include: [
      ['gas propano', 70],
      ['gas natural', 70],
      ['gasóleo', 60],
    ],
  },
  {
    name: 'Telefonía y datos',
    category: 'Telecomunicaciones',
    include: [
      ['fibra', 60],
      ['telefonía', 60],
      ['línea móvil', 50],
      ['cuota de datos', 50],
    ],
  },
  {
    name: 'Lavandería',
    category: 'Lavandería',
    include: [
      ['lavandería', 70],
      ['kg de ropa', 50],
      ['renting textil', 50],
    ],
    fuzzy: ['lavandería'],
  },
  {
    name: 'Limpieza',
    category: 'Limpieza',
    include: [
      ['limpieza', 60],
      ['zonas comunes', 30],
      ['fin de obra', 30],
    ],
    exclude: ['productos'],
  },
  {
    name: 'Ascensores',
    category: 'Reparaciones y conservación',
    include: [
      ['ascensor', 60],
      ['mantenimiento', 30],
      ['elevador', 50],
    ],
  },
  {
    name: 'Revisión de climatización',
    category: 'Reparaciones y conservación',
    provider: 'Climatización Vega Baja, S.L.',
    include: [
      ['climatización', 50],
      ['revisión', 30],
      ['caldera', 40],
    ],
  },
  {
    name: 'Equipos nuevos de climatización',
    category: 'Inmovilizado',
    provider: 'Climatización Vega Baja, S.L.',
    minScore: 60,
    include: [
      ['máquina', 50],
      ['instalación', 40],
      ['equipo nuevo', 60],
    ],
    exclude: ['revisión'],
  },
]

/** Profiles of the group and of a supplier that sells two kinds of things. */
export async function createDemoProfiles(providers: readonly MadeProvider[], actor: Actor): Promise<void> {
  for (const { name, category, provider, minScore = 50, ...words } of PROFILES) {
    const { id: categoryId } = await oneRow<{ id: number }>(
      `select id from categories where name = :category`,
      { category }
    )
    await createProfile(
      {
        name,
        providerId: providers.find((made) => made.name === provider)?.id ?? null,
        siteIds: [],
        categoryId,
        ledgerAccountCode: null,
        vatCodeId: null,
        withholdingCodeId: null,
        deductiblePercent: null,
        centerId: null,
        priority: 100,
        minScore,
        matchFields: ['concept', 'description'],
        amountMinMinor: null,
        amountMaxMinor: null,
        requiresApproval: true,
        autoBook: false,
        active: true,
        keywords: keywordsOf(words),
      },
      actor
    )
  }
}

function keywordsOf({ include, require = [], exclude = [], fuzzy = [] }: Words): KeywordInput[] {
  const modeOf = (text: string) => (text.includes(' ') ? ('phrase' as const) : ('word' as const))
  const plain = { weight: 50, field: null }
  return [
    ...include.map(([text, weight]) => ({
      kind: 'include' as const,
      mode: modeOf(text),
      text,
      weight,
      field: null,
    })),
    ...fuzzy.map((text) => ({ ...plain, kind: 'include' as const, mode: 'fuzzy' as const, text })),
    ...require.map((text) => ({ ...plain, kind: 'require' as const, mode: modeOf(text), text })),
    ...exclude.map((text) => ({ ...plain, kind: 'exclude' as const, mode: modeOf(text), text })),
  ]
}
