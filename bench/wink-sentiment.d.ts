declare module 'wink-sentiment' {
  function winkSentiment(text: string): { score: number; normalizedScore: number }
  export = winkSentiment
}
