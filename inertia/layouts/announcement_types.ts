type TypeLook = { label: string; tone: 'blue' | 'green' | 'orange' | 'grey'; icon: string }

const looks: Readonly<Record<string, TypeLook>> = {
  feature: { label: 'Nueva Funcionalidad', tone: 'blue', icon: 'sparkles' },
  improvement: { label: 'Mejora', tone: 'green', icon: 'trending-up' },
  bugfix: { label: 'Corrección', tone: 'orange', icon: 'bug' },
  maintenance: { label: 'Mantenimiento', tone: 'grey', icon: 'tool' },
}

/** Label, colour and icon of a type of announcement; one nobody knows is an «Anuncio». */
export function announcementType(type: string): TypeLook {
  const known = Object.hasOwn(looks, type) ? looks[type] : undefined
  return known ?? { label: 'Anuncio', tone: 'grey', icon: 'speakerphone' }
}

export const announcementTypeOptions = Object.entries(looks).map(([value, look]) => ({
  value,
  label: look.label,
}))
