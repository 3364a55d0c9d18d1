export const accepted = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']
export const formatsText = 'PDF, JPG, PNG o WebP'
