import vine from '@vinejs/vine'

export const signInValidator = vine.create({
  email: vine.string().trim().maxLength(200),
  password: vine.string().maxLength(200),
})

export const challengeValidator = vine.create({
  code: vine.string().trim().maxLength(40).optional(),
  recovery_code: vine.string().trim().maxLength(40).optional(),
})

export const themeValidator = vine.create({
  theme_preference: vine.enum(['myLightTheme', 'myDarkTheme'] as const),
})

export const tableDensityValidator = vine.create({
  table_density: vine.enum(['normal', 'compact'] as const),
})

export const passwordValidator = vine.create({
  password: vine.string().maxLength(200),
  password_confirmation: vine.string().maxLength(200),
})
