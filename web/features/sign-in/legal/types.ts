interface LegalText {
  title: string
  intro: string
  sections: { title: string; paragraphs: string[] }[]
}

export type LegalKind = 'terms' | 'privacy'
export type LegalTexts = Record<LegalKind, LegalText>
