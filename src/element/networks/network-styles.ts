import { css } from 'lit';

/** The row of accepted brands. */
export const networkStyles = css`
  .brands {
    display: flex;
    gap: 3px;
    align-items: center;
  }

  .brands .mark {
    inline-size: 24px;
    block-size: 16px;
    border-radius: 3px;
  }

  .plate {
    padding-inline: 3px;
    border: 1px solid;
    border-radius: 3px;
    font-size: 10px;
    line-height: 14px;
    white-space: nowrap;
  }

  .control:has(.brands) > :first-child {
    padding-inline-end: calc(var(--_input-padding) + 112px);
  }

  /* Room for the digits on a small screen. */
  @container (width <= 340px) {
    .brands {
      gap: 2px;
    }

    .brands .mark {
      inline-size: 20px;
      block-size: 13px;
    }

    .control:has(.brands) > :first-child {
      padding-inline-end: calc(var(--_input-padding) + 90px);
    }
  }
`;
