declare module 'wink-sentiment' {
  export default function winkSentiment(text: string): { score: number; normalizedScore: number }
}
