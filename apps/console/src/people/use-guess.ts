import { useEffect, useState } from 'react';
import { guessSelector, type Guess } from '@tributary/client/people/guess-selector';

interface Guessed {
  text: string;
  guess?: Guess | undefined;
  problem?: unknown;
}

/** The selector that a text is taken for. Undefined while it is hashed, which takes less than a frame. */
export function useGuess(text: string): Omit<Guessed, 'text'> {
  const [guessed, setGuessed] = useState<Guessed>();
  useEffect(() => {
    let isCurrent = true;
    const show = (result: Omit<Guessed, 'text'>) => isCurrent && setGuessed({ text, ...result });
    guessSelector(text).then(
      (guess) => show({ guess }),
      (problem: unknown) => show({ problem }),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return guessed?.text === text ? guessed : {};
}
